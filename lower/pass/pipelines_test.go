package pass_test

import (
	"flag"
	"strings"
	"testing"

	"funmem/lower/pass"
	"funmem/lower/passtest"
)

// full is for all examples through everything, on more inputs, which takes an hour.
var full = flag.Bool("full", false, "all examples through all passes and pipelines, on 100 inputs for each function")

// few is on how many inputs each function is validated without it, behind each pass.
const few = 4

// TestPipelines runs the examples through the pipelines with all checks; of the many small
// ones in right/ and before/ every sixth.
func TestPipelines(t *testing.T) {
	for _, line := range pass.Pipelines() {
		for k, p := range passtest.Examples(t) {
			small := strings.HasPrefix(p.Name, "right/") || strings.HasPrefix(p.Name, "before/")
			if !*full && (small && k%6 != 0 || p.Slow() && line.Name == "gpu") {
				continue
			}
			t.Run(line.Name+"/"+p.Name, func(t *testing.T) { p.Last(t, line.Name, inputs(p)) })
		}
	}
}

// TestAlone runs each pass alone over the examples, with each value of its options: each
// example through every twelfth of them, so that all passes see many.
func TestAlone(t *testing.T) {
	lists := alone()
	for k, p := range passtest.Examples(t) {
		for n, list := range lists {
			if !*full && ((k+n)%12 != 0 || p.Slow()) {
				continue
			}
			q := p
			if steps, err := pass.Steps(list, pass.FunMem); err == nil && len(steps) > 0 && steps[0].Pass.From == pass.FunMem {
				q = p.Mem(t)
			} else if p.Form == pass.FunMem {
				continue
			}
			t.Run(list+"/"+p.Name, func(t *testing.T) { q.Last(t, list, inputs(p)) })
		}
	}
}

// alone are the passes with one option each.
func alone() (lists []string) {
	for _, p := range pass.Passes() {
		lists = append(lists, p.Name)
		for _, o := range p.Options {
			for _, v := range o.Values[1:] {
				lists = append(lists, p.Name+":"+o.Name+"="+v)
			}
		}
	}
	return lists
}

func inputs(p *passtest.Program) int {
	switch {
	case *full:
		return 100
	case p.Slow():
		return 1
	}
	return few
}
