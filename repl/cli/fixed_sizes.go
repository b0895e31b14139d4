package cli

import (
	"slices"
	"strconv"
	"strings"

	"funmem/eval/validate"
	"funmem/semantics/diag"
)

// mostFixed is the greatest value to which a size may be fixed.
const mostFixed = 1 << 24

// FixSizes fixes sizes of the arguments of subjects, by a list n=33,m=40. Each name must be a size
// of at least one subject.
func FixSizes(list []*validate.Subject, what, text string) error {
	sizes, err := sizesOf(what, text)
	if err != nil || len(sizes) == 0 {
		return err
	}
	var known, all []string
	for _, s := range list {
		names, err := s.Fix(sizes)
		if err != nil {
			return err
		}
		known, all = append(known, names...), append(all, s.SizeNames()...)
	}
	for name := range sizes {
		if slices.Contains(known, name) {
			continue
		}
		d := diag.Usagef("%s %s: no argument has a size `%s`", what, text, name)
		if len(all) == 0 {
			return d
		}
		slices.Sort(all)
		return d.Helpf("the sizes are `%s`", strings.Join(slices.Compact(all), "`, `"))
	}
	return nil
}

// sizesOf reads a list n=33,m=40.
func sizesOf(what, text string) (map[string]int, error) {
	sizes := map[string]int{}
	for part := range strings.SplitSeq(text, ",") {
		if text == "" {
			break
		}
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		n, err := strconv.Atoi(value)
		wrong := func(format string, args ...any) error {
			return diag.Usagef(format, args...).Helpf("write `%s n=33,m=40`", what)
		}
		switch _, twice := sizes[name]; {
		case err != nil || name == "":
			return nil, wrong("%s takes sizes, found %q", what, part)
		case n < 0 || n > mostFixed:
			return nil, wrong("%s %s: a size is a number from 0 to %d", what, part, mostFixed)
		case twice:
			return nil, wrong("%s gives `%s` twice", what, name)
		}
		sizes[name] = n
	}
	return sizes, nil
}
