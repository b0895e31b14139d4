package inline

import (
	"fmt"
	"strconv"

	"funmem/lower/rewrite"
	"funmem/semantics/poly"
	"funmem/semantics/syntax"
)

// Inlined checks what inline ensures: a call of a function of the program is left only if inlining it would take its
// body over the limit, or if all bodies together could not grow any more. No unused library function is left.
func Inlined(j *rewrite.Job, p *syntax.Program) error {
	limit, err := strconv.Atoi(j.Options["limit"])
	if err != nil {
		return err
	}
	sizes, called := map[string]int{}, map[string]bool{}
	for _, d := range p.Defs() {
		sizes[d.Name] = size(d.Body)
	}
	within := func(b *syntax.Body) {
		for _, f := range syntax.Calls(b) {
			called[f] = true
			if n, ok := sizes[f]; ok && err == nil && !j.Full && size(b)+n-1 <= limit {
				err = fmt.Errorf("`%s` is called still, and there would be %d statements around its body", f, size(b)+n-1)
			}
		}
	}
	within(p.Main())
	for _, d := range p.Defs() {
		within(d.Body)
	}
	for _, d := range p.Defs() {
		if err == nil && !called[d.Name] && ofLibrary(d.NameAt) {
			err = fmt.Errorf("nothing calls `%s`, which is of the library", d.Name)
		}
	}
	return err
}

// Specialised checks what specialise ensures: statements and functions use no global int
// whose value is a constant.
func Specialised(p *syntax.Program) error {
	for _, x := range constants(p, &poly.Env{}) {
		if uses(p, x.ID) > 0 {
			return fmt.Errorf("`%s` is used still, and is a constant", x.Written())
		}
	}
	return nil
}
