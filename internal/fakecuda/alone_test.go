//go:build cgo && linux

package fakecuda_test

import (
	"os"
	"os/exec"
	"testing"

	"funmem/internal/testkit"
)

// TestAlone runs, in a process of its own, the test after which the device is lost.
func TestAlone(t *testing.T) {
	testkit.Needs(t, "REQUIRE_CC", ready())
	c := exec.Command(os.Args[0], "-test.run=^TestSticky$", "-test.v")
	c.Env = append(os.Environ(), "FAKE_ALONE=1")
	if said, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}
