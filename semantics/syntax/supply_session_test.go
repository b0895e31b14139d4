package syntax_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/syntax"
)

// TestSupplyOpen: what programs of a session make is named as if the programs before had made nothing, apart from what
// their globals need.
func TestSupplyOpen(t *testing.T) {
	s := &syntax.Supply{}
	made := func(bases ...string) string {
		var names []string
		for _, b := range bases {
			names = append(names, s.Name(b))
		}
		return strings.Join(names, " ")
	}
	step := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s, wanted %s", got, want)
		}
	}
	s.Open(nil, []string{"x"})
	step(made("x", "t", "t", "x_mem"), "x t t_1 x_mem")
	s.Own("x", []string{"x", "x_mem"})
	s.Open(nil, nil)
	step(made("t", "t", "x", "x_mem"), "t t_1 x_1 x_mem_1")

	// a new x that does not mention the old one takes its place
	s.Open(nil, []string{"x"})
	step(made("x", "x_mem", "t"), "x x_mem t")
	s.Own("x", []string{"x", "x_mem"})

	// one that mentions it does not, and the old names are free afterwards
	s.Open([]string{"x", "x_mem"}, []string{"x"})
	step(made("x", "x_mem"), "x_1 x_mem_1")
	s.Own("x", []string{"x_1", "x_mem_1"})
	step(made("x"), "x_2")
	s.Open([]string{"x_1", "x_mem_1"}, []string{"x"})
	step(made("x", "x_mem"), "x x_mem")
	s.Own("x", []string{"x", "x_mem"})

	// what another global needs stays
	s.Open(nil, []string{"n"})
	s.Own("n", []string{made("n")})
	s.Open([]string{"n"}, []string{"v"})
	s.Own("v", []string{made("v"), "n"})
	s.Open(nil, []string{"n"})
	step(made("n"), "n_1")
	s.Own("n", []string{"n_1"})
	s.Open(nil, []string{"v"})
	step(made("v", "n"), "v n")

	// a copy goes its own way
	c := s.Clone()
	step(c.Name("q"), "q")
	step(s.Name("q"), "q")
	s.Open(nil, nil)
	step(c.Name("q"), "q_1")
	step(s.Name("q"), "q")
}

// TestSupplyBeside: names of what comes to a program later differ from those of the program.
func TestSupplyBeside(t *testing.T) {
	s, blocks := &syntax.Supply{}, &syntax.Supply{}
	x := s.Written("x_mem", nil)
	blocks.Beside(s)
	b := blocks.Binding("x_mem", nil)
	if s.After(blocks); b.Name != "x_mem_1" || b.ID == x.ID || s.ID() <= b.ID {
		t.Errorf("%+v beside %+v", b, x)
	}
}

// TestSupplyMany: a name is found at once, however many there are like it.
func TestSupplyMany(t *testing.T) {
	s := &syntax.Supply{}
	asked := func(n int) float64 {
		return testing.AllocsPerRun(3, func() {
			for range n {
				s.Open(nil, nil)
				s.Name("x")
			}
		})
	}
	few := asked(50)
	for k := range 5000 {
		s.Own(fmt.Sprint("x_", k), []string{fmt.Sprint("x_", k)})
	}
	s.Own("x", []string{"x"})
	s.Open(nil, nil)
	s.Name("x")
	if many := asked(50); many > 4*few+200 {
		t.Errorf("%g allocations, then %g", few, many)
	}
}
