package suite

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
)

// mostDrawn is how many numbers a random input may have.
const mostDrawn = 100_000

// randomType matches a type of a random input: [10][20]i32.
var randomType = regexp.MustCompile(`^((?:\[\d+\])*)(i8|i16|i32|i64|u8|u16|u32|u64|f16|f32|f64|bool)$`)

// drawn writes values for the types of a random input; values among the types stay. The numbers are others than those that
// Futhark draws. problem says why there are none.
func drawn(text string, seed int64) (values, problem string) {
	r := rand.New(rand.NewPCG(uint64(seed), 0))
	var all []string
	count := 0
	for _, word := range strings.Fields(text) {
		m := randomType.FindStringSubmatch(word)
		if m == nil {
			all = append(all, word)
			continue
		}
		var shape []int
		size := 1
		for _, d := range strings.Split(strings.Trim(m[1], "[]"), "][") {
			if d == "" {
				continue
			}
			n, err := strconv.Atoi(d)
			if err != nil || n > mostDrawn || size*n > mostDrawn {
				return "", fmt.Sprintf("it has more than %d numbers", mostDrawn)
			}
			shape, size = append(shape, n), size*n
		}
		if count += size; count > mostDrawn {
			return "", fmt.Sprintf("it has more than %d numbers", mostDrawn)
		}
		if size == 0 {
			all = append(all, fmt.Sprintf("empty(%s%s)", m[1], m[2]))
			continue
		}
		all = append(all, drawnArray(r, shape, m[2]))
	}
	return strings.Join(all, " "), ""
}

// drawnArray writes an array of that shape.
func drawnArray(r *rand.Rand, shape []int, elem string) string {
	if len(shape) == 0 {
		return drawnNumber(r, elem)
	}
	var parts []string
	for range shape[0] {
		parts = append(parts, drawnArray(r, shape[1:], elem))
	}
	return "[" + strings.Join(parts, ",") + "]"
}

// drawnNumber writes a number of all that the type has, or from 0 to 1 if it is a real.
func drawnNumber(r *rand.Rand, elem string) string {
	if elem == "bool" {
		return strconv.FormatBool(r.IntN(2) == 1)
	}
	bits, _ := strconv.Atoi(elem[1:])
	switch n := r.Uint64(); elem[0] {
	case 'i':
		return strconv.FormatInt(int64(n)>>(64-bits), 10) + elem
	case 'u':
		return strconv.FormatUint(n>>(64-bits), 10) + elem
	}
	return strconv.FormatFloat(float64(float32(r.Float64())), 'f', -1, 64) + elem
}
