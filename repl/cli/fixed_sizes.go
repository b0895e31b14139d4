package cli

import (
	"slices"
	"strings"

	"funmem/eval/validate"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
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

// sizesOf reads a list n=33,m=40 of sizes.
func sizesOf(what, text string) (map[string]int, error) {
	values, err := Values(what, strings.Split(text, ","))
	if err != nil {
		return nil, err
	}
	sizes := map[string]int{}
	for name, value := range values {
		n, ok := value.Int64()
		if !ok || n < 0 || n > mostFixed {
			return nil, diag.Usagef("%s %s: a size is a number from 0 to %d", what, text, mostFixed).Helpf("write `%s n=33,m=40`", what)
		}
		sizes[name] = int(n)
	}
	return sizes, nil
}

// Values reads values n=33, k=-4 of sizes and ints.
func Values(what string, list []string) (map[string]num.Num, error) {
	values := map[string]num.Num{}
	for _, part := range list {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		name, text, _ := strings.Cut(part, "=")
		n, err := num.Parse(text)
		_, twice := values[name]
		switch {
		case err != nil || !syntax.IsName(name):
			return nil, diag.Usagef("%s takes values like n=1000, found %q", what, part)
		case twice:
			return nil, diag.Usagef("%s gives `%s` twice", what, name)
		}
		values[name] = n
	}
	return values, nil
}
