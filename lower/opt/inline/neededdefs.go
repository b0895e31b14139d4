package inline

import (
	"slices"

	"funmem/semantics/diag"
	"funmem/semantics/std"
	"funmem/semantics/syntax"
)

// kept returns a program without the functions that nobody needs any more. A library
// function is needed if another one, or the program, still calls it. The same holds for any
// other function of a program with results. In a program without results each function is
// an entry point. With all, each always is.
func kept(p *syntax.Program, all bool) *syntax.Program {
	hasResults := slices.ContainsFunc(p.Decls, func(d syntax.Decl) bool {
		_, ok := d.(*syntax.In)
		return ok
	})
	defs := map[string]*syntax.Def{}
	for _, d := range p.Defs() {
		defs[d.Name] = d
	}
	needed := map[string]bool{}
	need := func(b *syntax.Body) {
		for _, f := range syntax.Reached(b, func(name string) *syntax.Def { return defs[name] }) {
			needed[f.Name] = true
		}
	}
	need(p.Main())
	for _, d := range p.Defs() {
		if !ofLibrary(d.NameAt) && (all || !hasResults) {
			needed[d.Name] = true
			need(d.Body)
		}
	}
	out := &syntax.Program{Span: p.Span, Comments: p.Comments}
	for _, d := range p.Decls {
		if f, ok := d.(*syntax.Def); !ok || needed[f.Name] {
			out.Decls = append(out.Decls, d)
		}
	}
	return out
}

// ofLibrary tells whether a place is in a file of the library.
func ofLibrary(at diag.Span) bool {
	return at.IsValid() && slices.ContainsFunc(std.Files(), func(f *std.File) bool { return f.Path() == at.Src.Name })
}

// explain notes what happened to each function.
func (in *inliner) explain(before, after *syntax.Program) {
	left := map[string]bool{}
	for _, d := range after.Defs() {
		left[d.Name] = true
	}
	for _, d := range before.Defs() {
		n := in.places[d.Name]
		switch {
		case n > 0 && !left[d.Name]:
			in.job.Did(named(d), "put in the place of %s, and left out: nothing calls it any more", diag.Count(n, "call"))
		case n > 0:
			in.job.Did(named(d), "put in the place of %s", diag.Count(n, "call"))
		case !left[d.Name]:
			in.job.Did(named(d), "left out: nothing calls it")
		}
	}
}
