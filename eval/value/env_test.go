package value

import (
	"maps"
	"slices"
	"testing"
	"unsafe"

	"pgregory.net/rapid"
)

// TestEnv compares environments and their clones with maps.
func TestEnv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type pair struct {
			E    *Env
			want map[int]int
		}
		all := []*pair{{&Env{}, map[int]int{}}}
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			p := all[rapid.IntRange(0, len(all)-1).Draw(t, "environment")]
			if rapid.IntRange(0, 3).Draw(t, "what") == 0 {
				E := p.E.Clone()
				all = append(all, &pair{&E, maps.Clone(p.want)})
				continue
			}
			id, k := rapid.OneOf(rapid.IntRange(1, 200), rapid.IntRange(4000, 4200)).Draw(t, "variable"), rapid.IntRange(0, 9).Draw(t, "value")
			p.E.Bind(id, Of(k))
			p.want[id] = k
		}
		for _, p := range all {
			for id := range 4300 {
				k, bound := p.want[id]
				if p.E.Knows(id) != bound || bound && !p.E.Of(id).Equal(Of(k)) || !bound && !p.E.Of(id).Equal(Val{}) {
					t.Fatalf("variable %d: found %v, %t, wanted %d, %t", id, p.E.Of(id), p.E.Knows(id), k, bound)
				}
			}
			if ids := slices.Collect(p.E.IDs()); !slices.Equal(ids, slices.Sorted(maps.Keys(p.want))) {
				t.Fatalf("bound are %v, wanted %v", ids, p.want)
			}
		}
	})
}

// TestTableSpace: a table that binds few variables with large IDs is small, because each input of each def has
// one.
func TestTableSpace(t *testing.T) {
	for _, id := range []int{1, 1 << 10, 1 << 20} {
		var T Table[[16]int64]
		T.Bind(id, [16]int64{})
		space := len(T.folders) * int(unsafe.Sizeof(T.folders[0]))
		for _, f := range T.folders {
			if f != nil {
				space += int(unsafe.Sizeof(*f))
			}
		}
		if space > 1<<12 {
			t.Errorf("a table of variable %d takes %d bytes beside its page", id, space)
		}
	}
}
