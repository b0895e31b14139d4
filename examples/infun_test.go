package examples_test

import (
	"slices"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/pass"
	"funmem/semantics/syntax"

	"pgregory.net/rapid"
)

// asFunction is a random program as a function: the first so many of its statements are left out, and what they bind are its parameters. It is "" if no result is
// left.
func asFunction(p *syntax.Program, left int) string {
	main := p.Main()
	left = min(left, len(main.Stms))
	body := &syntax.Body{Stms: main.Stms[left:], Res: main.Res}
	if len(body.Res) == 0 {
		for _, s := range body.Stms {
			if let, ok := s.(*syntax.Let); ok {
				body.Res = []syntax.Expr{let.Pat[0].Use()}
			}
		}
	}
	if len(body.Res) == 0 {
		return ""
	}
	f := &syntax.Def{Name: "f", Body: body}
	bound, taken := map[int]*syntax.Binding{}, map[int]bool{}
	for _, s := range main.Stms[:left] {
		if let, ok := s.(*syntax.Let); ok {
			for _, x := range let.Pat {
				bound[x.ID] = x
			}
		}
	}
	var take func(x *syntax.Binding) // with the sizes in its type
	take = func(x *syntax.Binding) {
		if x == nil || taken[x.ID] {
			return
		}
		taken[x.ID] = true
		for _, y := range syntax.FreeVars(x.Type) {
			take(bound[y.ID])
		}
		f.Params = append(f.Params, x)
	}
	for _, x := range syntax.FreeVars(body) {
		take(bound[x.ID])
	}
	var defs []syntax.Decl
	for _, d := range p.Defs() {
		defs = append(defs, d)
	}
	return syntax.Print(&syntax.Program{Decls: append(defs, f)})
}

// mostInputs is how many inputs each proved pair of TestProvedInFun runs on.
const mostInputs = 200

// TestProvedInFun: no random program of Fun that is proved to have the values of another one shows others, or is stuck where that one is not, on any of 200 inputs. The
// programs are functions; they are changed at random, and by passes.
func TestProvedInFun(t *testing.T) {
	tried, proved, ran := 0, 0, 0
	o := &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: mostInputs, Seed: 1, Steps: 4_000_000}
	without := *o
	without.Proof = validity.NoProof
	passtest.Check(t, testkit.Sample(80, 4000), func(rt *rapid.T) {
		p := passtest.Drawn(rt)
		if p.Form == pass.FunMem {
			return
		}
		text := asFunction(p.Core, rapid.IntRange(1, 6).Draw(rt, "left"))
		before, err := side("before", text)
		if text == "" || err != nil {
			return
		}
		texts := []string{text}
		for _, list := range []string{"simplify", "inline,simplify,fuse,simplify"} {
			if stages, err := passtest.Parse(t, "before", text).Through(list, nil); err == nil { // errors are a matter of the tests of passes
				texts = append(texts, stages[len(stages)-1].Text)
			}
		}
		of := slices.Clone(texts)
		for range 6 {
			texts = append(texts, passtest.Edited(rt, rapid.SampledFrom(of).Draw(rt, "of")))
		}
		for _, edited := range slices.Compact(texts[1:]) {
			after, err := side("after", edited)
			if err != nil || after.Mem || edited == text {
				continue
			}
			subjects, err := validate.Subjects(before, after)
			if err != nil {
				continue
			}
			for _, sub := range subjects {
				if !sub.InFun() || sub.Name != "f" {
					continue
				}
				tried++
				if validate.Prove(t.Context(), sub, o).ValidStatus() != validity.Proved {
					continue
				}
				proved++
				r, err := validate.Validate(t.Context(), sub, &without)
				if err != nil {
					rt.Fatal(err)
				}
				if ran += r.Tests; r.Word == validate.Refuted {
					rt.Fatalf("proved, and refuted:\n%s\n%s--- after:\n%s", r.Line(), text, edited)
				}
			}
		}
	})
	t.Logf("%d pairs, %d of them are proved, and ran on %d inputs", tried, proved, ran)
	if proved == 0 || proved == tried || ran == 0 {
		t.Error("all or none are proved, or nothing ran")
	}
}
