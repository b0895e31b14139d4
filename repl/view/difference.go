package view

import "strings"

// Difference compares two texts line by line. Lines of the first alone begin with "- ", lines of
// the second alone with "+ ". It keeps one line around each difference.
func Difference(a, b string) []string { return around(compared(a, b)) }

// compared compares two texts line by line. Lines of the first alone begin with "- ", lines of the
// second alone with "+ ", and lines of both with "  ".
func compared(a, b string) []string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	// common[i][j] is the length of the longest common subsequence of as[i:] and bs[j:]
	common := make([][]int, len(as)+1)
	for i := range common {
		common[i] = make([]int, len(bs)+1)
	}
	for i := len(as) - 1; i >= 0; i-- {
		for j := len(bs) - 1; j >= 0; j-- {
			if as[i] == bs[j] {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var all []string
	i, j := 0, 0
	for i < len(as) || j < len(bs) {
		switch {
		case i < len(as) && j < len(bs) && as[i] == bs[j]:
			all = append(all, "  "+as[i])
			i, j = i+1, j+1
		case i < len(as) && (j == len(bs) || common[i+1][j] >= common[i][j+1]):
			all = append(all, "- "+as[i])
			i++
		default:
			all = append(all, "+ "+bs[j])
			j++
		}
	}
	return all
}

// around leaves out equal lines that are not next to a different one.
func around(lines []string) []string {
	changed := func(k int) bool { return k >= 0 && k < len(lines) && !strings.HasPrefix(lines[k], " ") }
	var out []string
	for k, l := range lines {
		switch {
		case changed(k) || changed(k-1) || changed(k+1):
			out = append(out, l)
		case len(out) == 0 || out[len(out)-1] != "  …":
			out = append(out, "  …")
		}
	}
	return out
}
