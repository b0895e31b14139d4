package stop

import (
	"errors"
	"testing"
)

// count asks n times, until the Poll says stop.
func count(n int, p Poll) (asked int, err error) {
	defer Caught(&err)
	for range n {
		p.Ask()
		asked++
	}
	return asked, nil
}

func TestCaught(t *testing.T) {
	if n, err := count(5, nil); n != 5 || err != nil {
		t.Error(n, err)
	}
	why := errors.New("enough")
	left := 3
	n, err := count(5, func() error {
		if left--; left < 0 {
			return why
		}
		return nil
	})
	if n != 3 || err != why {
		t.Error(n, err)
	}
}

// TestOther: a panic that is not ours goes on.
func TestOther(t *testing.T) {
	defer func() {
		if e := recover(); e != "bug" {
			t.Error(e)
		}
	}()
	var err error
	func() {
		defer Caught(&err)
		panic("bug")
	}()
}

// TestSeldom: the first call asks, and one of a thousand after it.
func TestSeldom(t *testing.T) {
	asked := 0
	ask := Poll(func() error { asked++; return nil }).Seldom()
	if ask(); asked != 1 {
		t.Error(asked)
	}
	for range 4096 {
		ask()
	}
	if asked != 5 {
		t.Error(asked)
	}
	Poll(nil).Seldom()()
}
