// Package cores gives tests the machine's own cores as a device.
package cores

import (
	"testing"

	"funmem/gpu/host"
	"funmem/internal/testkit"
)

// Device returns the machine's own cores. Without a C compiler the test is skipped, unless REQUIRE_CC is set.
func Device(t testing.TB) *host.Device {
	t.Helper()
	d, _, err := host.Open()
	testkit.Needs(t, "REQUIRE_CC", err)
	return d
}
