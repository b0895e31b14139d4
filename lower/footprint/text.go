package footprint

import (
	"fmt"
	"slices"
	"strings"

	"funmem/lower/shape"
	"funmem/semantics/diag"
	"funmem/semantics/num"
	"funmem/semantics/syntax"
)

// Suffix stands after the name of a def in the name of the function that gives its footprint.
const Suffix = "_footprint"

// word is how many bytes a location takes.
const word = 8

// Text is the footprint as a def of Fun: it takes the sizes of the arrays and the ints among the parameters, and gives the most locations of
// storage in use at one time. It is "" if there is none.
func (f *Footprint) Text() string {
	if f.Storage == nil || f.Def == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("def " + f.Def.Written() + Suffix)
	for _, x := range f.params() {
		b.WriteString(" (" + x.Written() + " : int)")
	}
	size := f.Storage.String()
	if f.Storage.kind == chosen {
		size = size[1 : len(size)-1] // it needs no brackets here
	}
	return b.String() + " : int = " + size
}

// params are the sizes of a def and its ints, without those that only say where a result goes or how an array lies.
func (f *Footprint) params() []*syntax.Binding {
	list, arguments := slices.Clone(f.Def.Sizes), f.Def.Arguments()
	for _, x := range f.Def.Params {
		if x.Type.IsInt() && (slices.Contains(arguments, x) || f.mentions(x.ID) || isSize(f.Def, x)) {
			list = append(list, x)
		}
	}
	return list
}

// isSize tells whether a parameter is in the shape of an array that a def takes or gives, as in def f (n : int) : [n]int.
func isSize(d *syntax.Def, x *syntax.Binding) bool {
	return slices.ContainsFunc(slices.Concat(d.Params, d.Ret), func(y *syntax.Binding) bool {
		return slices.ContainsFunc(y.Type.Dims, func(n syntax.Expr) bool {
			return slices.ContainsFunc(syntax.FreeVars(n), func(v *syntax.Var) bool { return v.ID == x.ID })
		})
	})
}

func (f *Footprint) mentions(id int) bool {
	return f.Storage != nil && f.Storage.mentions(id) || slices.ContainsFunc(f.Results, func(r Result) bool { return slices.Contains(r.Size.Vars(), id) })
}

// Report says what a def needs, for people. With values for sizes and ints it says how much that is.
func Report(f *Footprint, values map[string]num.Num) (string, error) {
	switch {
	case f.Storage == nil:
		return f.why(), nil
	case f.Def == nil:
		n, stuck, err := f.at(func(int) num.Num { return num.Num{} })
		switch {
		case err != nil:
			return "", err
		case stuck:
			return "the size of an array is negative, and the program is stuck\n", nil
		}
		return "the program takes " + atMost(f.Storage) + locations(n) + "\n", nil
	case len(values) > 0:
		return f.amount(values)
	}
	var b strings.Builder
	b.WriteString(f.Text() + "\n")
	if f.Storage.Bound() {
		b.WriteString("  this is an upper bound: data decide which branches are taken, or how many rounds there are\n")
	}
	for _, r := range f.Results {
		fmt.Fprintf(&b, "  the caller allocates %s for %s\n", f.shown(r), f.called(r))
	}
	return b.String(), nil
}

// shown are the locations of a result.
func (f *Footprint) shown(r Result) string {
	if n, ok := r.Size.Const(); ok {
		return locations(n)
	}
	return "`" + r.Size.String() + "` locations"
}

// called is what messages call a result.
func (f *Footprint) called(r Result) string {
	if len(f.Results) == 1 {
		return "the result"
	}
	return fmt.Sprintf("result %d", 1+slices.Index(f.Def.Values(), r.K))
}

// amount says how much it is for values of sizes and ints.
func (f *Footprint) amount(values map[string]num.Num) (string, error) {
	by, all := map[int]num.Num{}, f.params()
	var names, missing []string
	for _, x := range all {
		names = append(names, "`"+x.Written()+"`")
		n, ok := values[x.Written()]
		if by[x.ID] = n; !ok && f.mentions(x.ID) {
			missing = append(missing, x.Written())
		}
	}
	for name := range values {
		if !slices.Contains(names, "`"+name+"`") {
			d := diag.Usagef("`%s` has no size and no int `%s`", f.Def.Written(), name)
			if len(names) == 0 {
				return "", d.Helpf("leave it out: the footprint is the same for all arguments")
			}
			return "", d.Helpf("it has %s", strings.Join(names, ", "))
		}
	}
	if missing != nil {
		return "", diag.Usagef("the footprint of `%s` depends on `%s` as well", f.Def.Written(), strings.Join(missing, "`, `")).Helpf("write `%s=100`, too", missing[0])
	}
	of := func(id int) num.Num { return by[id] }
	for _, x := range f.Def.Sizes {
		if by[x.ID].Sign() < 0 {
			return "", diag.Usagef("`%s` is the size of an array, and %s is negative", x.Written(), by[x.ID])
		}
	}
	negative := diag.Usagef("with these values the size of an array is negative, and a run of `%s` is stuck", f.Def.Written())
	n, stuck, err := f.at(of)
	switch {
	case err != nil:
		return "", err
	case stuck:
		return "", negative
	}
	text := "`" + f.Def.Written() + "` takes " + atMost(f.Storage) + locations(n)
	for _, r := range f.Results {
		m, err := exactly(r.Size).At(of)
		switch {
		case err != nil:
			return "", err
		case m.Sign() < 0:
			return "", negative
		}
		text += fmt.Sprintf(", and its caller %s for %s", locations(m), f.called(r))
	}
	return text + "\n", nil
}

// at is how much storage it is for values of sizes and ints, and whether a run is stuck at a negative size.
func (f *Footprint) at(of func(id int) num.Num) (n num.Num, stuck bool, err error) {
	lack, err := f.Lack.At(of)
	if err != nil {
		return n, false, err
	}
	n, err = f.Storage.At(of)
	return n.Max(num.Num{}), lack.Sign() > 0, err
}

func atMost(s *Size) string {
	if s.Bound() {
		return "at most "
	}
	return ""
}

// locations are so many locations, with their bytes.
func locations(n num.Num) string {
	bytes, _ := n.Mul(num.Of(word))
	if n.Equal(num.Of(1)) {
		return fmt.Sprintf("1 location (%s bytes)", bytes)
	}
	return fmt.Sprintf("%s locations (%s bytes)", n, bytes)
}

// why says why there is no footprint.
func (f *Footprint) why() string {
	name := "the program"
	if f.Def != nil {
		name = "`" + f.Def.Written() + "`"
	}
	text := name + " has no footprint before it runs:\n"
	seen := map[string]bool{}
	for _, d := range f.Refused {
		line := shape.Because(d)
		if !seen[line] {
			seen[line] = true
			text += line
		}
	}
	return text
}
