package simplify_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"funmem/lower/pass"
	"funmem/lower/passtest"
)

var tests = flag.Int("tests", 0, "")
var only = flag.String("only", "", "")

func TestExamples(t *testing.T) {
	for _, p := range passtest.Examples(t) {
		if *only != "" && p.Name != *only {
			continue
		}
		lists := []string{"simplify"}
		if p.Form == pass.Fun {
			lists = append(lists, "introduce,simplify", "simplify,introduce,simplify")
		}
		for _, list := range lists {
			t0 := time.Now()
			stages, err := p.Run(list, *tests)
			if err != nil {
				f, ok := err.(*pass.Failed)
				t.Errorf("%s %s: %v", p.Name, list, err)
				if ok {
					os.WriteFile("/tmp/d/before.fun", []byte(f.Before.Text), 0o644)
					os.WriteFile("/tmp/d/after.fun", []byte(f.After.Text), 0o644)
					if *only != "" {
						fmt.Println(f.Before.Text, "\n------------\n", f.After.Text)
					}
				}
				continue
			}
			last := stages[len(stages)-1]
			os.WriteFile("/tmp/d/mem/S_"+strings.ReplaceAll(p.Name+"_"+list, "/", "_"), []byte(last.Text+"\n======\n"+passtest.Explain(last)), 0o644)
			if d := time.Since(t0); d > 3*time.Second {
				fmt.Println(p.Name, list, d, last.Took)
			}
			if last.Took > 10*time.Millisecond {
				fmt.Println(p.Name, list, last.Took)
			}
			if again, err := passtest.Parse(t, p.Name, last.Text).Run("simplify", 0); err != nil {
				t.Errorf("%s %s again: %v", p.Name, list, err)
			} else if again[1].Text != last.Text {
				t.Errorf("%s %s: not idempotent\n%s\n%s", p.Name, list, last.Text, again[1].Text)
			}
		}
	}
}
