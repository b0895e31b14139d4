package shared

import (
	"maps"
	"testing"

	_ "funmem/internal/testkit" // rapid's seed

	"pgregory.net/rapid"
)

// TestMap compares maps and their clones with those of Go.
func TestMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type pair struct {
			m    *Map[int, int]
			want map[int]int
		}
		all := []*pair{{&Map[int, int]{}, map[int]int{}}}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			p := all[rapid.IntRange(0, len(all)-1).Draw(t, "map")]
			k := rapid.IntRange(0, 9).Draw(t, "key")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				m := p.m.Clone()
				all = append(all, &pair{&m, maps.Clone(p.want)})
			case 1:
				p.m.Delete(k)
				delete(p.want, k)
			default:
				v := rapid.Int().Draw(t, "value")
				p.m.Set(k, v)
				p.want[k] = v
			}
		}
		for _, p := range all {
			if got := maps.Collect(p.m.All()); !maps.Equal(got, p.want) {
				t.Fatalf("found %v, wanted %v", got, p.want)
			}
			for k := range 10 {
				want, is := p.want[k]
				if got, ok := p.m.Lookup(k); got != want && is || ok != is || p.m.Get(k) != want {
					t.Fatalf("%d: found %d, %t, wanted %d, %t", k, got, ok, want, is)
				}
			}
		}
	})
}

// TestClones: a map that is cloned after each key has few layers.
func TestClones(t *testing.T) {
	var m Map[int, int]
	for k := range 10_000 {
		m.Set(k, k)
		m = m.Clone()
	}
	n := 0
	for l := m.base; l != nil; l = l.below {
		n++
	}
	if n > 15 {
		t.Errorf("%d layers", n)
	}
}
