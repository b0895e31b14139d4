package offload_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"funmem/eval/engine"
	"funmem/eval/validate"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/gpu"
	"funmem/internal/devices"
	"funmem/internal/testkit"
	"funmem/lower/emit"
	"funmem/lower/native"
	"funmem/lower/offload"
	"funmem/lower/schedule"
	"funmem/lower/toimp"
	"funmem/semantics/diag"
	"funmem/semantics/elab"
	ast "funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// suspect is a program of FUNMEM, or a def with arguments, and funmem's verdict on it.
type suspect struct {
	name string
	core *syntax.Program
	def  *syntax.Def
	args map[string]value.Val
	v    *validity.Verdict
}

// elaborated is a program as validate takes it.
func elaborated(t *testing.T, name, text string) *validate.Program {
	t.Helper()
	p, err := syntax.Parse(diag.NewSource(name, text))
	if err != nil {
		t.Fatal(err)
	}
	s := elab.NewSession(nil)
	u, err := s.Program(p)
	if err != nil {
		t.Fatal(err)
	}
	return &validate.Program{Unit: u, Name: name, Supply: s.Supply()}
}

var headers = map[string]*regexp.Regexp{
	"before": regexp.MustCompile(`(?m)^-- before: (.*)$`),
	"name":   regexp.MustCompile(`(?m)^-- name: (.*)$`),
}

// header is a line at the beginning of a program.
func header(t *testing.T, name, text string) string {
	t.Helper()
	m := headers[name].FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("there is no line `-- %s: `\n%s", name, text)
	}
	return m[1]
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// ours are the programs of testdata/races.txt.
func ours(t *testing.T) (list []suspect) {
	for _, text := range strings.Split(read(t, "testdata/races.txt"), "---\n") {
		name := header(t, "name", text)
		p := elaborated(t, name, text)
		v, err := validity.Check(context.Background(), p.Core, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, suspect{name: name, core: p.Core, v: v})
	}
	return list
}

// twins are the programs of examples/wrong, with the inputs for which validate refutes them, and those of examples/right with
// the same inputs, on which TestTwins in examples has validated them.
func twins(t *testing.T) (list []suspect) {
	for _, file := range examples(t, "wrong/*") {
		text := read(t, file)
		name := strings.TrimSuffix(filepath.Base(file), ".fun")
		before := filepath.Join(filepath.Dir(file), header(t, "before", text))
		p := elaborated(t, name, text)
		subjects, err := validate.Subjects(elaborated(t, before, read(t, before)), p)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range subjects {
			r, err := validate.Validate(context.Background(), s, &validate.Options{Options: engine.Options{Memory: 1 << 28}, Tests: 150, Seed: 1, Each: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			if r.Failure == nil {
				continue
			}
			args := map[string]value.Val{}
			for _, a := range s.Arguments(r.Failure.Input) {
				args[a.Name] = a.Value.(value.Val)
			}
			right := strings.Replace(file, "/wrong/", "/right/", 1)
			q := elaborated(t, right, read(t, right))
			list = append(list,
				suspect{name: right, core: q.Core, def: defOf(q, s.Name), v: validity.Fine(), args: args},
				suspect{name: fmt.Sprintf("[%s](../examples/wrong/%[1]s.fun)", name), core: p.Core, def: defOf(p, s.Name), v: r.Failure.Verdict, args: args})
		}
	}
	return list
}

// defOf is the def of a name, or nil.
func defOf(p *validate.Program, name string) *syntax.Def {
	for _, d := range p.Core.Defs() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

// racing is the kernel that funmem saw a race in, or nil.
func (w *suspect) racing() *validity.Kernel {
	for k := range w.v.Kernels {
		if w.v.Kernels[k].Race != nil {
			return &w.v.Kernels[k]
		}
	}
	return nil
}

// word is funmem's verdict.
func (w *suspect) word() string {
	k := w.racing()
	switch {
	case k != nil:
		return k.Race.Kind + " race"
	case w.v.Stuck != nil:
		return "stuck: " + w.v.Stuck.Rule
	case !w.v.Valid:
		return "a wrong result"
	}
	return "nothing"
}

// Where the iterations of a kernel run.
const (
	inThreads = "in threads"
	inOne     = "in one thread"
	onHost    = "on the host"
)

// run runs a suspect on a device, with some of its kernels. It returns where the kernel ran that races, and what oclgrind finds.
func (w *suspect) run(t *testing.T, free func(k *ast.Kernel) bool, edit func(text string) string) (where string, kinds []string) {
	t.Helper()
	ctx := context.Background()
	p, _, err := toimp.Program(w.core, toimp.Options{Def: w.def, Type: none})
	if err != nil {
		t.Fatalf("%s: %v", w.name, err)
	}
	var inputs []value.Val
	for _, x := range p.Inputs {
		a, ok := w.args[x.Name]
		if !ok {
			t.Fatalf("%s: there is no argument %s", w.name, x.Name)
		}
		inputs = append(inputs, a)
	}
	said := grinding(t, edit, func(d gpu.Accelerator) {
		q, err := offload.New(ctx, d, emit.OpenCL, p, free, gpu.Freedom{}, nil)
		if err != nil {
			t.Fatalf("%s: %v", w.name, err)
		}
		where = w.where(q.Grids)
		var early *offload.Early
		if _, err = q.Run(ctx, inputs, engine.Options{Memory: 1 << 28}, nil, nil); err != nil && !errors.As(err, &early) {
			t.Fatalf("%s: %v", w.name, err)
		}
	})
	return where, kindsOf(said)
}

// where tells where the kernel runs that races.
func (w *suspect) where(grids []*emit.Grid) string {
	k := w.racing()
	if k == nil {
		return "·"
	}
	where := onHost
	for _, g := range grids {
		ast.Walk([]ast.Stm{g.Of}, func(s ast.Stm) bool {
			if s, ok := s.(*ast.Kernel); ok && s.Span == k.At {
				where = inOne
			}
			return true
		})
		if slices.ContainsFunc(g.Nest, func(n *ast.Kernel) bool { return n.Span == k.At }) {
			return inThreads
		}
	}
	return where
}

func always(*ast.Kernel) bool { return true }

// edits are changes of the text of kernels, of programs that are right. Each is seen by one look.
var edits = []struct{ what, of, old, new, look, finds string }{
	{"a thread writes one word too far", "in place (right)", "v_m[(v_i_1 - 1)] = v_t_1", "v_m[v_i_1] = v_t_1", "races", "stray write"},
	{"a thread reads one word too far", "in place (right)", "v_t = v_m[(v_i_1 - 1)]", "v_t = v_m[v_i_1]", "races", "stray read"},
	{"a thread writes below the block", "in place (right)", "v_m[(v_i_1 - 1)] = v_t_1", "v_m[(v_i_1 - 2)] = v_t_1", "races", "stray write"},
	{"a thread too many runs", "in place (right)", "fm_at >= fm_total", "fm_at > fm_total", "races", "stray write"},
	{"a thread too few writes what another kernel reads", "in place (right)", "fm_at >= fm_total", "fm_at + 1 >= fm_total", "unwritten", "uses an unwritten word"},
	{"a thread reads beyond its own small block", "a small block in each thread (right)", "v_r_mem[(v_i_1 - 1)]", "v_r_mem[v_i_1]", "races", "stray read"},
	{"a thread leaves out a word of its own small block", "a small block in each thread (right)", "fm_t4 = 3", "fm_t4 = 2", "unwritten", copied},
	{"threads read the status that others write", "threads that end early (right)", "fm_fail[fm_turn]", "fm_fail[1 - fm_turn]", "races", "read/write race"},
	{"a kernel does not hand on the status of one before", "threads that end early (right)", "if (!fm_why) fm_why = fm_part2_of", "if (fm_why) return;\n  fm_why = fm_part2_of", "unwritten", copied},
}

// planted runs programs with mistakes, and returns rows of the tables.
func planted(t *testing.T) string {
	var rows strings.Builder
	look, mine, count := os.Getenv(grindLook), ours(t), map[string]int{}
	all := mine
	if testkit.More() {
		all = append(all, twins(t)...)
	}
	for _, w := range all {
		if _, kinds := w.run(t, native.Proved(w.core, none, nil), nil); look == "races" && len(kinds) > 0 {
			t.Errorf("%s: oclgrind finds %v with kernels that are proved free of races", w.name, kinds)
		}
		where, kinds := w.run(t, always, nil)
		raced := strings.Contains(strings.Join(kinds, " "), "race")
		if look == "races" && (raced != (where == inThreads) || raced && w.v.RaceFree || len(kinds) > 0 && !raced) || look == "unwritten" && len(kinds) > 0 && w.v.Valid {
			t.Errorf("%s: funmem says: %s. It ran %s, and oclgrind finds %v", w.name, w.word(), where, kinds)
		}
		count[where]++
		if len(kinds) > 0 || look == "races" && (!w.v.RaceFree || w.args == nil) {
			fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", w.name, w.word(), where, found(kinds))
		}
	}
	if count[inThreads] < testkit.Sample(10, 20) {
		t.Error(count)
	}
	for _, e := range edits {
		if e.look != look {
			continue
		}
		k := slices.IndexFunc(mine, func(w suspect) bool { return w.name == e.of })
		_, kinds := mine[k].run(t, always, func(text string) string {
			if !strings.Contains(text, e.old) {
				t.Fatalf("%s: there is no %s in\n%s", e.what, e.old, text)
			}
			return strings.Replace(text, e.old, e.new, 1)
		})
		if !slices.Contains(kinds, e.finds) {
			t.Errorf("%s: oclgrind finds %v", e.what, kinds)
		}
		fmt.Fprintf(&rows, "| %s: %s | · | · | %s |\n", strings.TrimSuffix(e.of, " (right)"), e.what, found(kinds))
	}
	if look == "races" {
		rows.WriteString(unmet(t))
	}
	return rows.String()
}

// unmet runs kernels of groups whose threads do not wait for each other in one place, and returns rows of the tables.
func unmet(t *testing.T) string {
	var rows strings.Builder
	for _, p := range inGroups {
		if p.name == "" || p.has == "_carry" || !testkit.More() && p.name != "a transposition" {
			continue // a scan has barriers that its other ones make superfluous
		}
		places, last := 1, false
		for k := 0; k < places; k++ {
			var sum result
			said := grinding(t, func(text string) string {
				parts := strings.Split(text, emit.OpenCL.Meets())
				places = len(parts) - 1
				last = strings.Contains(parts[k+1], "fm_end:") // nothing comes after it in its kernel
				return strings.Join(parts[:k+1], emit.OpenCL.Meets()) + strings.Join(parts[k+1:], emit.OpenCL.Meets())
			}, func(d gpu.Accelerator) {
				lax := laxly{t}
				compareAfter(lax, devices.Device{Accelerator: d, In: emit.OpenCL}, p.text, "cpu", schedule.Devices, &sum)
			})
			kinds := kindsOf(said)
			if last != (len(kinds) == 0) {
				t.Errorf("%s: without barrier %d of %d oclgrind finds %v", p.name, k+1, places, kinds)
			}
			fmt.Fprintf(&rows, "| %s in groups: without barrier %d of %d | · | · | %s |\n", p.name, k+1, places, found(kinds))
		}
	}
	return rows.String()
}

// laxly is a test that goes on where values differ.
type laxly struct{ *testing.T }

// Fatalf notes what differs.
func (l laxly) Fatalf(format string, args ...any) {}

// found is what oclgrind finds.
func found(kinds []string) string {
	if len(kinds) == 0 {
		return "nothing"
	}
	return strings.Join(kinds, ", ")
}

// TestRaces runs wrong programs, whose kernels all go to the device, whatever is proved. oclgrind must find a race where funmem
// finds one, and nowhere else, and strays and words that nothing wrote in kernels whose text was changed. The table is in
// docs/found.md; examples are tried with -more.
func TestRaces(t *testing.T) {
	t.Parallel()
	rows := map[string]string{}
	t.Run("looks", func(t *testing.T) {
		var lock sync.Mutex
		for look := range looks {
			t.Run(look, func(t *testing.T) {
				t.Parallel()
				list := grind(t, "planted", look)
				lock.Lock()
				defer lock.Unlock()
				rows[look] = list
			})
		}
	})
	if len(rows) < len(looks) {
		t.SkipNow() // or it has failed
	}
	if !testkit.More() { // which is a part of it
		whole := read(t, "../../docs/found.md")
		for line := range strings.Lines(rows["races"] + rows["unwritten"]) {
			if !strings.Contains(whole, line) {
				t.Errorf("docs/found.md does not have the row %s", line)
			}
		}
		return
	}
	table := "| program | funmem | the kernel ran | oclgrind |\n|---|---|---|---|\n" + rows["races"] + rows["unwritten"]
	testkit.Section(t, "../../docs/found.md", "oclgrind: go test ./lower/offload", table, nil)
}
