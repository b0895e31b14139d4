package diag

import (
	"sort"
	"strings"
)

// Nearest is the candidate that a misspelt name most likely means, or "". It is at
// most one third of the name's length away (Levenshtein distance, a transposition
// counts one) and has something in common with the name, or differs only in upper
// and lower case. Ties are broken alphabetically. Names of more than mostBytes are left out: comparing them takes too long.
func Nearest(name string, candidates []string) string {
	if len(name) > mostBytes {
		return ""
	}
	best, dist := "", max(1, len([]rune(name))/3)+1
	sorted := append([]string(nil), candidates...)
	sort.Strings(sorted)
	for _, c := range sorted {
		if c == name || len(c) > mostBytes {
			continue
		}
		if strings.EqualFold(c, name) {
			return c
		}
		if d := distance(name, c); d < dist && d < max(len([]rune(name)), len([]rune(c))) {
			best, dist = c, d
		}
	}
	return best
}

const mostBytes = 300

func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	prev2, prev, cur := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(y)]
}
