package fast_test

import (
	"testing"

	"funmem/internal/testkit"
)

// overlappingRows updates an array in a loop. Both of its rows lie at the same place.
const overlappingRows = `let z = kernel k <= 2 do
  let y = kernel i <= 2, j <= 3 do i * 10 + j
  let v = loop (v : [2][3]int = y[1 + {(2 : 0)}, :]) for j <= 2 do v with [2, j] = 99
  in v
z`

// TestFlat: flat slices are accelerated, as views and in updates.
func TestFlat(t *testing.T) {
	for _, text := range []string{
		"let x = kernel i <= 3 do v[i - 1 + {(2 : 2) (3 : 1)}]\nx",
		"let x = kernel i <= 3 do (v[8 + {(2 : -i)}])[i]\nx",
		"let x = kernel i <= 3 do a[:, 1 + {(2 : i)}]\nx",
		"let x = kernel i <= 3 do a[i - 1 + {(2 : 1) (2 : 1)}, 2]\nx",
		"let x = kernel i <= 3 do v[99 + {(0 : 5) (3 : i)}]\n1",
		"let x = loop (v = v) for i <= 3 do v with [i - 1 + {(2 : 4) (2 : 1)}] = [[i, i], [i, i + 1]]\nx",
		"let x = loop (a = a) for i <= 3 do a with [2 + {(2 : 1)}, 6 + {(2 : -3)}] = a[1:2, 1:2]\nx",
		"let x = kernel i <= 2 do (v with [0 + {(2 : 0)}] = [i, i])[1]\nx",
		"let x = kernel i <= 2 do (v with [0 + {(3 : 2) (2 : i)}] = kernel j <= 3, k <= 2 do j * k)[1]\nx",
		"let x = kernel i <= 2 do v[i + {(8 : 1)}]\nx",
		"let x = kernel i <= 2 do v[2 - i + {(2 : -1)}]\nx",
		overlappingRows,
	} {
		in := inputs()
		p, ids := parse(t, text, in...)
		same(t, p, ids, in...)
	}
}

// TestFlatPlanted: wrong versions are caught.
func TestFlatPlanted(t *testing.T) {
	testkit.Planted(t, [][4]string{
		{"one element too far", "stm.go", "lo < 0 || hi >= int64(d.n)", "lo < 0 || hi > int64(d.n)"},
		{"elements that share a place are changed", "with.go", "if w.flat && !w.part.apart(0) {", "if w.flat && !w.part.apart(w.part.q) {"},
		{"an array whose elements share places is changed in place", "with.go", "if !w.x.apart(0) {", "if !w.x.apart(w.x.q) {"},
		{"offsets from 1", "stm.go", "return int(first+1) * d.s", "return int(first) * d.s"},
		{"the stride of the array is left out", "stm.go", "v.d[k+j].s *= d.s", "v.d[k+j].s *= 1"},
		{"one element too early", "stm.go", "lo < 0 || hi >= int64(d.n)", "lo < -1 || hi >= int64(d.n)"},
	}, "-run", "Flat$|RandomMem|RandomFun", "-rapid.checks=300", "-rapid.seed=1")
}
