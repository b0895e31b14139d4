package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"funmem/eval/data"
	"funmem/eval/verdict"
	"funmem/futhark/tofunmem"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	"funmem/semantics/stop"
	"funmem/semantics/syntax"
)

// Named is a value with its name.
type Named struct {
	Name  string
	Value data.Typed
}

// BindInput binds what one --in describes, and returns the names. It binds for an entry point, if that is known, or for
// whichever one dumps have.
func (s *Session) BindInput(ctx context.Context, in io.Reader, text string, seen map[string]string, e *tofunmem.Entry, dumps bool) ([]string, error) {
	as := func(name string) string { return name }
	if dumps {
		as = func(name string) string { return inputName(name, seen, e) }
	}
	names, written, from, err := binding(text, seen, as)
	if err != nil {
		return nil, err
	}
	values, err := s.inputValues(ctx, in, written, from)
	if err != nil {
		return nil, err
	}
	if len(values) != len(names) {
		return nil, miscounted(names, from, len(values))
	}
	for k, name := range names {
		v := ForEntry(e, name, values[k])
		if v.Rows != nil {
			v.Note = fmt.Sprintf("the rows of `%s` differ in size: it is %s", name, v.Rows.Type())
		}
		if v.Note != "" && s.Noted != nil {
			s.Noted(v.Note)
		}
		s.Bind(name, v.Shown())
		in := s.Entries[len(s.Entries)-1].Input
		if in.from, in.typ, in.alone = from, v.Type, alone(from, written, k); k == 0 {
			in.text = strings.Join(written, ",") + "=" + from
		}
	}
	return names, nil
}

// Input binds what one --in describes in a session of lines, so that :undo takes it back. Functions that use the names are
// checked again, as after a let; the notes say what became of them.
func (s *Session) Input(ctx context.Context, text string, seen map[string]string) (names, notes []string, err error) {
	before := s.Snapshot()
	before.Elab = s.Elab.Clone() // inputs are bound in place
	if names, err = s.BindInput(ctx, strings.NewReader(""), text, seen, nil, false); err != nil {
		return nil, nil, err
	}
	bound := &Entry{Unit: &elab.Unit{}}
	for _, e := range s.Entries[len(before.Entries):] {
		bound.Unit.Names = append(bound.Unit.Names, e.Unit.Names...)
	}
	notes = s.recheck(ctx, bound, &before)
	s.Remember(before, "the input `"+strings.Join(names, "`, `")+"`")
	return names, notes, nil
}

// alone is the text of an input that binds the k-th of several values by itself, or "".
func alone(from string, names []string, k int) string {
	file, chosen := data.Chosen(from)
	switch {
	case from == "-" || len(names) > 1 && !strings.HasSuffix(strings.ToLower(file), ".npz"):
		return ""
	case len(names) == 1:
		return from
	case chosen != nil:
		names = chosen
	}
	return file + ":" + names[k]
}

// binding separates the names of an input, as they are bound and as they were written, from where their values come from.
// It notes the names in seen, as they are bound.
func binding(text string, seen map[string]string, as func(name string) string) (names, written []string, from string, err error) {
	left, from, _ := strings.Cut(text, "=")
	names = strings.Split(left, ",")
	for k, name := range names {
		name = strings.TrimSpace(name)
		if name == "" || from == "" {
			return nil, nil, "", diag.Usagef("--in %s: wanted NAME=FILE, NAME=VALUE or NAME=-", text)
		}
		written = append(written, name)
		name = as(name)
		if !syntax.IsName(name) {
			return nil, nil, "", diag.Usagef("--in %s: %s cannot be the name of an input", text, name).Helpf("a name is a letter with letters and digits after it, and no word of the language")
		}
		if first, ok := seen[name]; ok {
			return nil, nil, "", diag.Usagef("the input %s is given twice, as %s and as %s", name, first, from)
		}
		for other, first := range seen {
			if from == "-" && first == "-" && !slices.Contains(names, other) {
				return nil, nil, "", diag.Usagef("standard input cannot be both %s and %s", other, name).Helpf("`--in %s,%s=-` takes two values from it", other, name)
			}
		}
		seen[name], names[k] = from, name
	}
	return names, written, from, nil
}

// miscounted is the error that the number of values differs from the number of names.
func miscounted(names []string, from string, found int) error {
	where := from
	if from == "-" {
		where = "standard input"
	}
	d := diag.Usagef("%s holds %s, and --in names %s", where, diag.Count(found, "value"), diag.Count(len(names), "input"))
	if found > len(names) {
		d.Helpf("name each of them: `--in %s,…=%s`", strings.Join(names, ","), from)
	}
	return d
}

// Mentions tells whether names are those of an input, of its block or of its parts.
func (s *Session) Mentions(input string, names map[string]bool) bool {
	for _, in := range s.InputNamed(input).InCore() {
		if names[in.Binding.Written()] || names[in.Binding.Written()+"_mem"] {
			return true
		}
	}
	return names[input]
}

// Mentioned collects the names of variables in a program.
func Mentioned(names map[string]bool, p *syntax.Program, until stop.Poll) {
	syntax.WalkUntil(until, p, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			names[v.Name] = true
		}
		return true
	})
}

// inputValues reads the values of inputs from a file, standard input or a text.
func (s *Session) inputValues(ctx context.Context, in io.Reader, names []string, from string) ([]data.Typed, error) {
	if data.IsFile(from) {
		return data.Read(ctx, from, s.Settings.Memory, names...)
	}
	if from == "-" {
		return s.fromStandardInput(ctx, in, names)
	}
	v, err := s.textValues(ctx, diag.NewSource("--in "+strings.Join(names, ","), strings.TrimSpace(from)), len(names))
	if l := diag.Of(err); len(l) > 0 && (l[0].Kind == diag.Syntax || l[0].Kind == diag.Type) {
		if noFile := asFile(from); noFile != nil {
			return v, noFile
		}
	}
	return v, err
}

// fromStandardInput reads the bytes of a .npy file, a .npz file or a picture, or the values of a text.
func (s *Session) fromStandardInput(ctx context.Context, in io.Reader, names []string) ([]data.Typed, error) {
	src, err := data.ReadText(ctx, in, "standard input", -1, s.Settings.Memory)
	if err != nil {
		return nil, err
	}
	if values, ok, err := data.ReadBinary(ctx, src, names, s.Settings.Memory); ok {
		return values, err
	}
	return s.textValues(ctx, src, len(names))
}

// longestExpr is the greatest size of a text that may be an expression. A longer text may only be values.
const longestExpr = 1 << 20

// textValues returns the values of a text: those of Futhark, or of expressions of Fun. A text that is both, such as [1,
// 2], has the same values in both; with decimals its reals are those of Fun. If it is neither, the error is that of the
// reader that got further.
func (s *Session) textValues(ctx context.Context, src *diag.Source, wanted int) ([]data.Typed, error) {
	decimals := s.Settings.Digits > 0
	var ours []data.Typed
	var ourErr error
	if decimals {
		if ours, ourErr = s.evaluated(ctx, src); ourErr == nil && len(ours) == wanted {
			return ours, nil
		}
	}
	theirs, err := data.ReadFuthark(ctx, src, s.Settings.Memory)
	if l := diag.Of(err); err == nil && len(theirs) == wanted || len(l) > 0 && l[0].Kind != diag.Syntax || len(src.Text) > longestExpr {
		return theirs, err
	}
	if !decimals {
		ours, ourErr = s.evaluated(ctx, src)
	}
	switch {
	case ourErr == nil || err == nil && len(theirs) == 0:
		return ours, ourErr
	case err == nil:
		return theirs, nil
	}
	if our := diag.Of(ourErr); len(our) > 0 && (our[0].Kind != diag.Syntax || our[0].Span.Start > diag.Of(err)[0].Span.Start) {
		return nil, ourErr
	}
	return nil, err
}

// evaluated returns the values of an expression, or of a tuple of expressions, that uses nothing of the session.
func (s *Session) evaluated(ctx context.Context, src *diag.Source) ([]data.Typed, error) {
	e, err := syntax.ParseExpr(src, verdict.Poll(ctx))
	if err != nil {
		return nil, err
	}
	at := e.GetSpan()
	prog := &syntax.Program{Span: at, Decls: []syntax.Decl{&syntax.Show{Span: at, X: e}}}
	alone := NewSession(s.Settings)
	alone.Progress = s.Progress
	added, err := alone.AddProgram(ctx, prog)
	if err != nil {
		return nil, err
	}
	var values []data.Typed
	for _, r := range added.Shown() {
		if IsBlock(r.Result) {
			return nil, diag.Usagef("%s: a block of memory is no value, wanted an int, an f64 or an array", src.Name)
		}
		values = append(values, typed(r.Value))
	}
	return values, nil
}

// path matches text that cannot be an expression.
var path = regexp.MustCompile(`^\.{0,2}/|\.[A-Za-z]\w*$`)

// asFile is the error about a text that is not an expression but names a file, or was meant to.
func asFile(text string) error {
	wanted := data.OneOf(data.Readable)
	info, err := os.Stat(text)
	switch {
	case err == nil && info.IsDir():
		return diag.Usagef("cannot read %s: it is a folder, wanted a file that ends in %s", text, wanted)
	case err == nil:
		return diag.Usagef("cannot read %s: it is a file of another kind, wanted one that ends in %s", text, wanted)
	case path.MatchString(text):
		return data.CannotRead(text, err)
	}
	return nil
}
