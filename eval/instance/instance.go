// Package instance makes instances of rules: it runs the example that a rule has in the table, and takes out of it what
// the rule does there. It runs the counterexample too, and returns the messages about it.
//
// The rules of a judgement apply in one part of a program's way: types before anything runs, the rules of a semantics
// in a run, erasure between FUNMEM and Fun, the analyses of regularity on nested core, the proof of validity on FUNMEM. The instance of a rule of types or of a run is a node of its derivation.
package instance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/erase"
	ast "funmem/semantics/imp"
	"funmem/semantics/prove"
	"funmem/semantics/prove/intact"
	"funmem/semantics/regularity"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// Instance is what a rule does in an example. One of Tree and Text is there.
type Instance struct {
	What string // what Tree or Text is, for people: "without memory"
	Tree *derive.Tree
	Text string // lines
}

// Of runs the example of a rule. The error is a message about the example, that the rule does not apply in it, or an
// engine.Interrupted. The coverage, which may be nil, counts the rules that apply.
func Of(ctx context.Context, name string, cov *rule.Coverage) (Instance, error) {
	r, j, _ := rule.Lookup(name)
	i, err := run(ctx, r, j, r.Example, engine.Options{Coverage: cov})
	if err == nil && i.Tree == nil && i.Text == "" {
		err = fmt.Errorf("%s does not apply in its example", name)
	}
	return i, err
}

// Refusal runs the program that a rule refuses, and returns the messages that name the rule. A rule without such a
// program has none. The error is an engine.Interrupted.
func Refusal(ctx context.Context, name string, cov *rule.Coverage) (diag.List, error) {
	r, j, _ := rule.Lookup(name)
	if r.Refused == "" {
		return nil, nil
	}
	_, err := run(ctx, r, j, r.Refused, engine.Options{Coverage: cov})
	if stopped := (*engine.Interrupted)(nil); errors.As(err, &stopped) {
		return nil, err
	}
	return slices.DeleteFunc(diag.Of(err), func(d *diag.Diagnostic) bool { return d.Rule != r.Name }), nil
}

// run does with a program what the judgement of a rule is about. The error is the messages about a program that is
// wrong, stuck or racy, or an engine.Interrupted.
func run(ctx context.Context, r rule.Rule, j rule.Judgement, program string, opts engine.Options) (Instance, error) {
	src := diag.NewSource("example", strings.Trim(program, "\n"))
	switch j.Prefix {
	case "T-IMP-", "E-IMP-":
		return runIMP(ctx, src, r.Name, j.Prefix == "E-IMP-", opts)
	case "A-", "R-":
		return analysed(src, r.Name, opts.Coverage)
	}
	return runFun(ctx, src, r.Name, j.Prefix, opts)
}

// runFun checks a program of Fun or FUNMEM, and does with it what the judgement with that prefix says.
func runFun(ctx context.Context, src *diag.Source, name, prefix string, opts engine.Options) (i Instance, err error) {
	p, err := syntax.Parse(src)
	if err != nil {
		return i, err
	}
	rec, types := derive.NewRecorder(), derive.NewRecorder()
	s := elab.NewSession(opts.Coverage)
	s.Derive(types, false)
	unit, err := s.Program(p)
	if err != nil {
		return i, err
	}
	switch prefix {
	case "U-":
		return Instance{What: "without memory", Text: syntax.Print(erase.Covered(unit.Core, opts.Coverage))}, nil
	case "V-":
		return proved(unit.Core, name, opts.Coverage)
	case "E-":
		m := value.New(opts)
		m.Record = rec
		_, err = m.Run(ctx, unit.Core)
	case "E-MEM-":
		err = onHeap(ctx, unit.Core, rec, opts)
	default:
		rec = types
	}
	return Instance{What: inDerivation, Tree: in(rec.Trees(), name)}, err
}

// analysed is what is known of the main part of a program of nested core. The error is that the rule of that name does not apply in it.
func analysed(src *diag.Source, name string, cov *rule.Coverage) (i Instance, err error) {
	p, err := syntax.Parse(src)
	if err != nil {
		return i, err
	}
	var refused diag.List
	refuse := func(d *diag.Diagnostic) {
		if d.Rule == name {
			refused = append(refused, d)
		}
	}
	parts := regularity.Outside{Cov: cov, Refuse: refuse}.Program(regularity.Resolved(p))
	return Instance{What: "each variable is", Text: regularity.Report(parts[len(parts)-1].Lines)}, refused.Err()
}

// proved is what is shown of the functions of a program and of its statements. The error is that the rule of that name shows nothing.
func proved(p *syntax.Program, name string, cov *rule.Coverage) (Instance, error) {
	var refused diag.List
	i := Instance{What: "what is not shown is", Text: "nothing: it is valid for all inputs\n"}
	for _, d := range append(p.Defs(), nil) {
		open, _ := intact.Covered(cov, prove.NewBudget(prove.MaxSteps), p, d, nil, nil)
		for k, o := range open {
			if k == 0 {
				i.Text = ""
			}
			i.Text += o.Text() + "\n"
			if o.Rule == name {
				refused = append(refused, o.Diagnostic())
			}
		}
	}
	return i, refused.Err()
}

// inDerivation is what the tree of an instance is.
const inDerivation = "with its premises, in the derivation"

// onHeap runs a program under the heap semantics. The error is what a verdict reports.
func onHeap(ctx context.Context, p *syntax.Program, rec *derive.Recorder, opts engine.Options) error {
	s := validity.NewSession(opts)
	s.Heap.Opts.Derive = rec
	v, err := s.Check(ctx, p)
	if err != nil {
		return err
	}
	return v.Diagnostics().Err()
}

// runIMP checks a program of IMP, and runs it if asked to.
func runIMP(ctx context.Context, src *diag.Source, name string, runs bool, opts engine.Options) (i Instance, err error) {
	p, err := ast.Parse(src)
	if err != nil {
		return i, err
	}
	if p, err = ast.Resolve(p, opts.Coverage); err != nil {
		return i, err
	}
	if !runs { // there are no derivations of its types
		i.What = "the types of its results are"
		for _, r := range p.Return {
			i.Text += syntax.Line(r.X) + " : " + syntax.Line(r.Type) + "\n"
		}
		return i, nil
	}
	rec := derive.NewRecorder()
	out, err := imp.Follow(ctx, p, nil, opts, nil, &imp.Watch{Derive: rec})
	if err != nil {
		return i, err
	}
	return Instance{What: inDerivation, Tree: in(rec.Trees(), name)}, out.Warnings.Err()
}

// in is the first node with that rule in derivations, with its premises alone: those above them are left out. It is nil
// if there is none.
func in(trees []*derive.Tree, name string) *derive.Tree {
	for _, t := range trees {
		if t.Rule == name {
			node := *t
			node.Premises = nil
			for _, p := range t.Premises {
				premise := *p
				premise.Premises = nil
				node.Premises = append(node.Premises, &premise)
			}
			return &node
		}
		if found := in(t.Premises, name); found != nil {
			return found
		}
	}
	return nil
}
