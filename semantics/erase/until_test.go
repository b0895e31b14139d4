package erase_test

import (
	"errors"
	"strings"
	"testing"

	"funmem/semantics/erase"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// TestUntil: work on a large program ends where a Poll says so, and the Poll is asked some thousand
// steps apart.
func TestUntil(t *testing.T) {
	p := core(t, "let (x : [20000]int) = ["+strings.Repeat("1, ", 19_999)+"1]\nin (x)")
	enough, asked := errors.New("enough"), 0
	until := func() error {
		if asked++; asked > 3 {
			return enough
		}
		return nil
	}
	for name, work := range map[string]func(){
		"Covered":    func() { erase.Covered(p, nil, until) },
		"HasScratch": func() { syntax.HasScratch(p, until) },
	} {
		asked = 0
		err := func() (err error) {
			defer stop.Caught(&err)
			work()
			return nil
		}()
		if err != enough || asked != 4 {
			t.Errorf("%s: %v, asked %d times", name, err, asked)
		}
	}
}
