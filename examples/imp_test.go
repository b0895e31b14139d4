package examples_test

import (
	"context"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/imp"
	"funmem/eval/memory"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	ast "funmem/semantics/imp"
)

// TestIMP runs the corpus as IMP, read back from its text, and compares it with the heap semantics.
// IMP must give the same values, bit for bit, or be stuck too. It must race exactly where the heap
// semantics races. If nothing races, it must give the same under every schedule.
func TestIMP(t *testing.T) {
	for _, src := range corpus(t) {
		p := load(t, src, nil)
		if p.wrong != nil {
			continue
		}
		t.Run(src.Name, func(t *testing.T) { compareIMP(t, p) })
	}
}

func compareIMP(t *testing.T, p program) {
	lowered, _, err := toimp.Program(p.mem, toimp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	again := reread(t, lowered)
	verdict := p.check(t, engine.Options{})
	for _, name := range []string{"forward", "reverse", "random:3"} {
		opts := engine.Options{Schedule: schedule(t, name)}
		want, wantErr := heapValues(t, p, opts)
		if name != "forward" && !verdict.RaceFree {
			continue
		}
		for _, q := range []*ast.Program{lowered, again} {
			out, err := imp.Run(context.Background(), q, nil, opts)
			switch {
			case (stuckOnly(t, err) == nil) != (wantErr == nil):
				t.Fatalf("%s: IMP gives %v, and the heap %v\n%s", name, err, wantErr, ast.Print(q))
			case raced(out) == verdict.RaceFree && (err == nil || verdict.RaceFree):
				t.Fatalf("%s: race-free is %v, and IMP has %v\n%s", name, verdict.RaceFree, out.Warnings, ast.Print(q))
			case err != nil:
				continue
			}
			for k, v := range out.Results {
				if !want[k].Shows(v) {
					t.Fatalf("%s: result %d is %s, and on the heap %s\n%s", name, k+1, value.Format(v, 0), value.Format(want[k], 0), ast.Print(q))
				}
			}
			if len(out.Results) != len(want) {
				t.Fatalf("%d results, want %d", len(out.Results), len(want))
			}
		}
	}
	atItsPlace(t, lowered, verdict)
}

// atItsPlace checks where a stuck program is stuck: at a place in its text. In IMP that is never a
// read or write, because these are checked first.
func atItsPlace(t *testing.T, p *ast.Program, v *validity.Verdict) {
	t.Helper()
	_, err := imp.Run(context.Background(), p, nil, engine.Options{})
	for _, d := range diag.Of(err) {
		if d.Rule == "E-IMP-READ" || d.Rule == "E-IMP-WRITE" {
			if v.Stuck.Diag.Rule != "E-MEM-INDEX" { // a location of the other kind
				t.Errorf("no check comes before %v", d)
			}
		}
		if v.Stuck.Diag.Span.IsValid() && !overlap(d.Span, v.Stuck.Diag.Span) {
			t.Errorf("the heap is stuck at %v, and IMP at %v", v.Stuck.Diag, d)
		}
	}
}

// overlap tells whether two spans have a line in common.
func overlap(a, b diag.Span) bool {
	line, _ := a.Position()
	first, _ := b.Position()
	end := diag.Span{Src: b.Src, Start: max(b.Start, b.End-1), End: b.End}
	last, _ := end.Position()
	return a.Src == b.Src && first <= line && line <= last
}

// reread prints a program of IMP and reads it again.
func reread(t *testing.T, p *ast.Program) *ast.Program {
	t.Helper()
	q, err := ast.Parse(diag.NewSource("printed", ast.Print(p)))
	if err == nil {
		q, err = ast.Resolve(q, nil)
	}
	if err != nil {
		t.Fatalf("%v\nin\n%s", err, ast.Print(p))
	}
	return q
}

// heapValues returns what the results of a program show on the heap, without the blocks.
func heapValues(t *testing.T, p program, opts engine.Options) (vs []value.Val, err error) {
	t.Helper()
	out, err := memory.New(memory.Options{Options: opts}).Run(context.Background(), p.mem)
	if stuckOnly(t, err) != nil {
		return nil, err
	}
	for _, r := range out.Results {
		if r.B != nil && !r.IsArray() {
			continue
		}
		v, err := memory.Show(r)
		if err != nil {
			t.Fatal(err)
		}
		vs = append(vs, v)
	}
	return vs, nil
}

// raced tells whether a race was found.
func raced(out *imp.Outcome) bool {
	for _, w := range out.Warnings {
		if w.Kind == diag.Race {
			return true
		}
	}
	return false
}
