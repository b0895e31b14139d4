package heap

import "testing"

// TestManySites: finding the note of a site takes no longer when many sites have written.
func TestManySites(t *testing.T) {
	tr := NewTracer(New())
	sites := make([]*Site, 4*fewSites)
	for k := range sites {
		sites[k] = &Site{}
	}
	first := map[*Site]*writing{}
	for range 3 {
		for _, s := range sites {
			w := tr.writing(s)
			if w.site != s || first[s] != nil && first[s] != w {
				t.Fatal("the note of another site")
			}
			first[s] = w
		}
	}
	if len(tr.top.recent) != fewSites || len(tr.top.more) != len(sites)-fewSites {
		t.Errorf("%d notes are looked through, %d found", len(tr.top.recent), len(tr.top.more))
	}
}

// TestElement: there are brackets around an expression if the index would belong to only a
// part of it.
func TestElement(t *testing.T) {
	for array, want := range map[string]string{
		"x": "x[1, 2]", "map f x": "(map f x)[1, 2]", "f(x, y)": "f(x, y)[1, 2]", "the thread's x": "the thread's x[1, 2]",
	} {
		if got := Element(array, []int{1, 2}); got != want {
			t.Errorf("%s: %s, wanted %s", array, got, want)
		}
	}
}
