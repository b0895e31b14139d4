package live_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/internal/passtest"
	"funmem/internal/testkit"
	"funmem/lower/live"
	"funmem/lower/rewrite"
	"funmem/semantics/syntax"
)

// TestLive: which blocks are live after each statement of small programs.
func TestLive(t *testing.T) {
	var out strings.Builder
	for _, c := range testkit.Chunks(t, "testdata/live.fun") {
		text := strings.TrimSpace(c.Source.Text)
		title, _, _ := strings.Cut(text, "\n")
		out.WriteString(title + "\n")
		p := passtest.Parse(t, "live.fun", text).Mem(t)
		show := &lines{Liveness: live.Find(p.Core), out: &out}
		for _, d := range p.Core.Defs() {
			fmt.Fprintf(&out, "def %s\n", d.Name)
			show.scope = d.Params
			show.body(d.Body, "  ")
		}
		show.scope = nil
		show.body(show.Main, "")
		out.WriteString("\n")
	}
	testkit.Golden(t, "testdata/live.golden", out.String())
}

// lines shows each statement with the blocks that are live after it.
type lines struct {
	*live.Liveness
	out   *strings.Builder
	scope []*syntax.Binding
}

func (l *lines) body(b *syntax.Body, indent string) {
	mark := len(l.scope)
	for _, s := range b.Stms {
		let, ok := s.(*syntax.Let)
		if !ok {
			continue
		}
		var names []string
		for _, x := range let.Pat {
			names = append(names, x.Name)
		}
		inner := rewrite.InnerBodies(let.Exp)
		if len(inner) > 0 {
			fmt.Fprintf(l.out, "%s%s =\n", indent, strings.Join(names, " "))
		}
		scope := l.scope
		if e, ok := let.Exp.(*syntax.Loop); ok {
			l.scope = append(l.scope, e.Params...)
		}
		for k, b := range inner {
			if k > 0 {
				l.out.WriteString(indent + "  |\n")
			}
			l.body(b, indent+"  ")
		}
		l.scope = append(scope, let.Pat...)
		fmt.Fprintf(l.out, "%s%s: %s\n", indent, strings.Join(names, " "), strings.Join(l.live(s), " "))
	}
	l.scope = l.scope[:mark]
}

// live returns the names of the blocks in scope that are live after a statement.
func (l *lines) live(s syntax.Stm) []string {
	var names []string
	for _, x := range l.scope {
		if x.Type != nil && x.Type.Elem == syntax.Mem && !l.Dead(x.ID, s) {
			names = append(names, x.Name)
		}
	}
	return names
}

// TestLine: the variables of a program without results are live at its end.
func TestLine(t *testing.T) {
	p := passtest.Parse(t, "line", "let x = iota 3\nlet y = map (\\a -> a + 1) x\nlet z = y[1]").Mem(t)
	l := live.Find(p.Core)
	last := l.Main.Stms[len(l.Main.Stms)-1]
	for _, s := range l.Main.Stms {
		if x := s.(*syntax.Let).Pat[0]; !x.Type.IsNumber() && l.Dead(x.ID, last) {
			t.Errorf("`%s` is dead at the end", x.Name)
		}
	}
}

// TestCaptured: what a function uses from outside is live to the end, since the
// function may be called again.
func TestCaptured(t *testing.T) {
	p := passtest.Parse(t, "captured", "let g = [3, 1]\nlet h = [4, 1]\ndef f (k : int) : int = g[k]\nlet y = f(h[2])\ny").Mem(t)
	l := live.Find(p.Core)
	last := l.Main.Stms[len(l.Main.Stms)-1]
	for _, d := range p.Core.Decls {
		if s, ok := d.(*syntax.Let); ok && s.Pat[0].Type.IsArray() {
			if x := s.Pat[0]; l.Dead(x.ID, last) != (x.Name == "h") {
				t.Errorf("`%s` is dead at the end: %v", x.Name, l.Dead(x.ID, last))
			}
		}
	}
}
