package child

import (
	"errors"
	"testing"
)

func TestLimited(t *testing.T) {
	l := &Limited{Most: 4}
	for _, text := range []string{"abc", "d"} {
		if n, err := l.Write([]byte(text)); n != len(text) || err != nil || l.Over {
			t.Errorf("%q: %d, %v, over: %t", text, n, err, l.Over)
		}
	}
	if n, err := l.Write([]byte("efg")); n != 3 || err != nil || !l.Over || l.String() != "abcd" {
		t.Errorf("%d, %v, over: %t, kept %q", n, err, l.Over, l.String())
	}
}

func TestEnded(t *testing.T) {
	for said, want := range map[string]string{
		"runtime: x\nfatal error: runtime: out of memory\n": "its process ran out of memory",
		"runtime: goroutine stack exceeds 1000-byte limit":  "its process ran out of stack",
		"panic: oh\ngoroutine 1":                            "its process ended: exit status 2: panic: oh",
		"":                                                  "its process ended: exit status 2",
	} {
		if got := Ended(errors.New("exit status 2"), said); got != want {
			t.Errorf("%q: %s", said, got)
		}
	}
}
