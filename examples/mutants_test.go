package examples_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"funmem/eval/validate"
	"funmem/semantics/syntax"
)

// TestMutants mutates.
func TestMutants(t *testing.T) {
	start := time.Now()
	counts := map[string]map[string]int{}
	for _, k := range mutations {
		counts[k] = map[string]int{}
	}
	type job struct {
		file string
		b, p *validate.Program
		m    mutant
	}
	var jobs []job
	for _, file := range glob(t, "right/*.fun") {
		b := sideOf(t, before(t, file))
		p := sideOf(t, file)
		if _, err := side(file, syntax.Print(untyped(p.Core))); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, m := range mutants(p.Core) {
			jobs = append(jobs, job{file, b, p, m})
		}
	}
	fmt.Println(len(jobs), time.Since(start))
	var mu sync.Mutex
	todo := make(chan job)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for j := range todo {
				word := "types"
				for _, text := range j.m.texts {
					a, err := side(j.file, text)
					if err != nil {
						continue
					}
					if subs, err := validate.Subjects(j.b, a); err != nil {
						word = "usage: " + err.Error()
						continue
					} else {
						_ = subs
					}
					rs := compare(t, j.b, a, 100)
					if refuted(rs) != nil {
						word = "refuted"
					} else {
						word = "valid"
						for _, r := range rs {
							if r.Word != validate.Valid {
								word = r.Line()
							}
						}
					}
					break
				}
				mu.Lock()
				counts[j.m.kind][word]++
				if word != "types" && word != "refuted" {
					fmt.Println(word, j.file, j.m.kind, j.m.what)
				}
				mu.Unlock()
			}
		})
	}
	for _, j := range jobs {
		todo <- j
	}
	close(todo)
	wg.Wait()
	for _, k := range mutations {
		fmt.Println(k, counts[k])
	}
	fmt.Println(time.Since(start))
}
