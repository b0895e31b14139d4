package heap

import "testing"

// TestManySites: finding the note of a site takes no longer where many sites have written.
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
