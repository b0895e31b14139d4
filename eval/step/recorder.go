package step

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"funmem/eval/engine"
	"funmem/eval/finding"
	"funmem/eval/machine"
	"funmem/eval/memory"
	"funmem/eval/value"
	"funmem/heap"
	"funmem/semantics/derive"
	"funmem/semantics/diag"
	"funmem/semantics/rule"
	"funmem/semantics/syntax"
)

// Options are the choices of a recording.
type Options struct {
	engine.Options
	Most int          // how many steps are kept; 0: DefaultMost
	In   *diag.Source // places are told in this source alone; nil: in any

	// ByHand asks for the choices of a schedule that is chosen by hand. At these the iterations of Hand come next, in turn, and after these
	// the first that is left.
	ByHand bool
	Hand   []int
}

// DefaultMost is how many steps a story has at most, unless another number is asked for.
const DefaultMost = 20_000

// errEnough ends an evaluation that has more steps than are kept.
var errEnough = errors.New("there are enough steps")

// Record evaluates a core FUNMEM program under the heap semantics, with the value semantics in lockstep. inputs bind what it takes from outside.
// The error is an engine.Interrupted; a program that gets stuck has a story, too.
func Record(ctx context.Context, p *syntax.Program, o Options, inputs func(*memory.Machine)) (*Story, error) {
	r, _, err := record(ctx, p, o, inputs)
	if err != nil {
		return nil, err
	}
	return r.story, nil
}

// record is Record with what the evaluation found.
func record(ctx context.Context, p *syntax.Program, o Options, inputs func(*memory.Machine)) (*recorder, *memory.Outcome, error) {
	r := &recorder{story: &Story{}, scope: map[string]Bind{}, in: o.In, most: o.Most, numbers: map[*heap.Block]int{}, writes: map[location]int{}, freed: map[int]bool{}}
	if r.most == 0 {
		r.most = DefaultMost
	}
	rec := derive.NewRecorder()
	rec.All, rec.Left = true, func(t *derive.Tree) { r.rule, t.Premises = t, withoutRules(t.Premises) }
	if o.ByHand {
		r.hand = o.Hand
		o.Schedule = engine.ByHand(r.choosing)
	}
	m := memory.New(memory.Options{Options: o.Options, Validate: true, Derive: rec, Watch: r})
	if inputs != nil {
		inputs(m)
	}
	r.heap = m.Heap
	for _, x := range syntax.FreeVars(p) {
		if m.Env.Knows(x.ID) {
			b := r.bound(x.Name, m.Env.Of(x.ID), m.Env.Of(x.ID).V)
			r.story.Given, r.scope[x.Name] = append(r.story.Given, b), b
		}
	}
	out, err := m.Run(ctx, p)
	r.settle()
	var stuck *diag.Diagnostic
	switch {
	case r.story.More:
	case errors.As(err, &stuck) && stuck.Kind == diag.Stuck:
		s := Step{Kind: Stuck, At: r.place(stuck.Span), Rule: stuck.Rule, Words: "No rule applies: " + stuck.Msg + "."}
		s.rule()
		r.add(s)
		r.story.Ended = stuck.Msg
	case err != nil:
		return nil, nil, err
	default:
		r.story.Result = results(out.Results)
		for _, v := range out.Results {
			if shown, err := memory.Show(v); err == nil && (v.B == nil || v.IsArray()) {
				r.story.results = append(r.story.results, shown)
			}
		}
	}
	return r, out, nil
}

// withoutRules are the premises that have no rules of their own.
func withoutRules(ts []*derive.Tree) []*derive.Tree {
	return slices.DeleteFunc(ts, func(t *derive.Tree) bool { return t.Condition == nil })
}

// results is what a program gives, in one line.
func results(vs []memory.Val) string {
	var list []string
	for _, v := range vs {
		switch shown, err := memory.Show(v); {
		case v.B != nil && !v.IsArray():
			list = append(list, v.B.String())
		case err != nil:
			list = append(list, "?")
		default:
			list = append(list, value.Format(shown, 1000))
		}
	}
	return strings.Join(list, ", ")
}

// location is a location of the heap.
type location struct{ block, offset int }

// recorder takes down what an evaluation does.
type recorder struct {
	story   *Story
	in      *diag.Source
	most    int
	hand    []int               // the iterations that come next, by choice
	numbers map[*heap.Block]int // of blocks, from 1
	writes  map[location]int    // the number of the step that last wrote a location
	freed   map[int]bool        // the blocks that were freed
	heap    *heap.Heap
	around  []running       // the statements that are being evaluated
	scope   map[string]Bind // the arrays by their names: the last ones of these
	rule    *derive.Tree    // the application of a rule that was done last
	binds   []Bind          // since the last step
	turning bool            // the last step is a turn, and no statement of it has begun
	pending *heap.Block     // the last step is an access to it, whose value is not known yet
	race    *Step           // what that access does, if it races
	last    int             // the number of the step that wrote its location before it
}

// running is a statement that is being evaluated.
type running struct {
	stm    syntax.Stm
	turn   int
	turned bool        // it has iterations, rounds or a call
	kernel bool        // they are iterations of a kernel
	call   *syntax.Def // what is called
}

// name is what the statement is called: by its first variable.
func (f running) name() string {
	switch s := f.stm.(type) {
	case *syntax.Let:
		return s.Pat[0].Name
	case *syntax.Free:
		return "free " + s.Block.Name
	}
	return ""
}

// add adds a step.
func (r *recorder) add(s Step) {
	r.settle()
	r.append(r.placed(s))
}

// append appends a step, unless there are enough.
func (r *recorder) append(s Step) {
	if len(r.story.Steps) == r.most {
		r.story.More = true
		panic(&engine.Interrupted{Cause: errEnough})
	}
	r.story.Steps = append(r.story.Steps, s)
}

// placed is a step with what is around it.
func (r *recorder) placed(s Step) Step {
	if s.Kind != End {
		s.Depth = r.depth()
	}
	for k, f := range r.around {
		s.Name = f.name()
		if s.path += s.Name; k+1 < len(r.around) || s.Kind != End {
			s.path += fmt.Sprint(" ", f.turn, "/")
		}
		if f.turned {
			s.Around = append(s.Around, f.turn)
		}
		if f.kernel {
			s.kernels = append(s.kernels, f.turn)
		}
		if f.call != nil && k+1 < len(r.around) {
			s.Def = f.call.Name
		}
	}
	return s
}

// depth is how many bodies are around what happens now.
func (r *recorder) depth() int {
	n := len(r.around)
	if n > 0 && !r.around[n-1].turned {
		n--
	}
	return n
}

// place is the place of a span, if it is where places are told.
func (r *recorder) place(s diag.Span) Place {
	if r.in != nil && s.Src != r.in {
		return Place{}
	}
	return placeOf(s)
}

// settle completes the last step, if it is an access.
func (r *recorder) settle() {
	if r.pending == nil {
		return
	}
	s := &r.story.Steps[len(r.story.Steps)-1]
	s.Value = r.pending.Cell(s.Offset).String()
	if s.Kind == Write {
		s.Words = fmt.Sprintf("%s is written: location %d of `%s` becomes %s.", element(s.Array, s.Index), s.Offset, r.story.Blocks[s.Block-1].Name, s.Value)
	} else {
		s.Words = fmt.Sprintf("%s is read: location %d of `%s` has %s.", element(s.Array, s.Index), s.Offset, r.story.Blocks[s.Block-1].Name, s.Value)
	}
	if text := s.Site; text != "" && !strings.HasPrefix(text, "`") {
		s.Words += " It is the " + text + "."
	}
	r.pending = nil
	if r.race != nil {
		race := *r.race
		r.race = nil
		r.append(race)
	}
}

// element is an element of an array in a sentence. An array without a name is in parentheses.
func element(array string, index []int) string {
	if index == nil {
		return "An element of `" + array + "`"
	}
	if strings.ContainsAny(array, " (") {
		array = "(" + array + ")"
	}
	return fmt.Sprintf("`%s[%s]`", array, strings.Trim(strings.ReplaceAll(fmt.Sprint(index), " ", ", "), "[]"))
}

// block is the number of a block, which is new if it has none.
func (r *recorder) block(b *heap.Block) int {
	if n := r.numbers[b]; n > 0 {
		return n
	}
	k := Block{Name: b.String(), Size: b.Len(), At: r.place(b.At)}
	for off := range b.Len() {
		if b.Written(off) {
			k.Cells = append(k.Cells, make([]string, off-len(k.Cells)+1)...)
			k.Cells[off] = b.Cell(off).String()
		}
	}
	r.story.Blocks = append(r.story.Blocks, k)
	r.numbers[b] = len(r.story.Blocks)
	return len(r.story.Blocks)
}

// Begin is told of a statement.
func (r *recorder) Begin(s syntax.Stm) {
	r.around = append(r.around, running{stm: s})
	r.binds, r.turning = nil, false
}

// Turn is told of an iteration, round or call.
func (r *recorder) Turn(f machine.Frame) {
	top := &r.around[len(r.around)-1]
	top.turned, top.turn, top.kernel, top.call = true, f.I, f.IsKernel(), f.Call
	words := fmt.Sprintf("Iteration %d of kernel `%s` begins.", f.I, f.What)
	switch {
	case f.Call != nil:
		words = fmt.Sprintf("The call of `%s` begins.", f.Call.Written())
	case f.Rounds != "":
		words = fmt.Sprintf("Round %d of %s `%s` begins.", f.I, f.Rounds, f.What)
	}
	s := Step{Kind: Turn, At: r.place(top.stm.GetSpan()), Words: words, Binds: r.binds, Gone: r.dropped()}
	if f.Call != nil {
		s.Call = &Call{Name: f.Call.Name}
		for _, x := range syntax.FreeVars(f.Call) {
			s.Call.Uses = append(s.Call.Uses, x.Name)
		}
	}
	r.add(s)
	r.binds, r.turning = nil, true
}

// Bind is told of a variable.
func (r *recorder) Bind(x *syntax.Binding, v memory.Val, a *value.Array) {
	if x.Name == "" || x.Name == "_" {
		return
	}
	b := r.bound(x.Name, v, a)
	b.made = !named(x)
	if b.shown = a; a == nil && v.IsArray() { // the semantics have differed
		if shown, err := memory.Show(v); err == nil {
			b.shown = shown.A
		}
	}
	r.scope[x.Name] = b
	if n := len(r.story.Steps); r.turning && n > 0 && r.pending == nil { // by the turn
		r.story.Steps[n-1].Binds = append(r.story.Steps[n-1].Binds, b)
		return
	}
	r.binds = append(r.binds, b)
}

// mostIterations is how many iterations a kernel may have so that they can be chosen by hand.
const mostIterations = 64

// choosing is how the iterations of a kernel of n are chosen. There is a choice where a kernel is written, and none in a copy and the like,
// which have iterations as well.
func (r *recorder) choosing(n int) func(left []int) int {
	let, ok := r.around[len(r.around)-1].stm.(*syntax.Let)
	if !ok || n > mostIterations {
		return nil
	}
	if _, ok := let.Exp.(*syntax.Kernel); !ok {
		return nil
	}
	return func(left []int) int {
		if len(left) == 1 {
			return left[0]
		}
		r.settle()
		c := Choice{At: len(r.story.Steps), Kernel: let.Pat[0].Name, Left: slices.Clone(left), Took: left[0]}
		if k := len(r.story.Choices); k < len(r.hand) {
			c.Took = r.hand[k]
		}
		r.story.Choices = append(r.story.Choices, c)
		return c.Took
	}
}

// named tells whether a program names a variable: x, or (x : type).
func named(x *syntax.Binding) bool {
	if !x.Span.IsValid() {
		return false
	}
	rest, ok := strings.CutPrefix(strings.TrimPrefix(x.Span.Text(), "("), x.Written())
	return ok && (rest == "" || strings.HasPrefix(strings.TrimLeft(rest, " "), ":"))
}

// bound is a variable with its value. In the value semantics it is a, if it is an array.
func (r *recorder) bound(name string, v memory.Val, a *value.Array) Bind {
	b := Bind{Name: name}
	if a != nil {
		b.value, b.Means = a, shownOf(a)
	}
	switch {
	case v.IsArray():
		view := &View{Offset: v.L.Offset}
		for _, d := range v.L.Dims {
			view.Dims = append(view.Dims, [2]int{d.Size, d.Stride})
		}
		b.Block, b.View, b.Real = r.block(v.B), view, v.IsReal()
	case v.B != nil:
		b.Block = r.block(v.B)
	default:
		b.Value = v.I.String()
	}
	return b
}

// Access is told of a read or a write before it.
func (r *recorder) Access(b *heap.Block, off int, write bool, site *heap.Site, index []int) {
	r.turning = false
	s := Step{Kind: Read, Block: r.block(b), Offset: off, Array: site.Array, Index: index, Site: site.What, At: r.place(site.At)}
	if write {
		s.Kind = Write
	}
	s.Array = r.array(&s)
	r.add(s)
	r.pending = b
	at := location{s.Block, off}
	r.last = r.writes[at]
	if write {
		r.writes[at] = len(r.story.Steps)
	}
}

// array is the name of the array that a step accesses, as the environment has it. A program may have another variable of the name that
// was written.
func (r *recorder) array(s *Step) string {
	let, ok := r.around[len(r.around)-1].stm.(*syntax.Let)
	if !ok || s.Index == nil {
		return s.Array
	}
	if slices.ContainsFunc(let.Pat, func(x *syntax.Binding) bool { return x.Name == s.Array }) || r.lies(s.Array, s) {
		return s.Array
	}
	for _, x := range syntax.FreeVars(let.Exp) {
		if r.lies(x.Name, s) {
			return x.Name
		}
	}
	return s.Array
}

// lies tells whether an array has the element of a step where the step accesses it.
func (r *recorder) lies(name string, s *Step) bool {
	b, ok := r.scope[name]
	if !ok || b.View == nil || b.Block != s.Block || len(b.View.Dims) != len(s.Index) {
		return false
	}
	at := b.View.Offset
	for k, i := range s.Index {
		at += (i - 1) * b.View.Dims[k][1]
	}
	return at == s.Offset
}

// Raced is told of a race of the last access with an earlier one.
func (r *recorder) Raced(race *heap.Race) {
	at := r.first(race)
	s := r.placed(Step{Kind: Race, At: r.place(race.Second.Site.At), Block: r.block(race.Block), Offset: race.Offset, Other: at, Last: r.last,
		Words: fmt.Sprintf("This is a data race: iterations %d and %d of kernel `%s` are not independent.", last(race.First.Iterations), last(race.Second.Iterations), race.Kernel.Binds)})
	r.race = &s // a step after the access, which has not been done yet
}

func last(list []int) int { return list[len(list)-1] }

// first is the number of the step of the first access of a race.
func (r *recorder) first(race *heap.Race) int {
	block := r.block(race.Block)
	for k, s := range slices.Backward(r.story.Steps) {
		if s.Block == block && s.Offset == race.Offset && (s.Kind == Write) == race.First.Write && (s.Kind == Write || s.Kind == Read) && len(s.kernels) >= len(race.First.Iterations) && slices.Equal(s.kernels[:len(race.First.Iterations)], race.First.Iterations) {
			return k + 1
		}
	}
	return 0
}

// Diverged is told of the first difference between the semantics.
func (r *recorder) Diverged(d *finding.Divergence) {
	r.story.differs = true
	s := Step{Kind: Differ, At: r.place(d.At), Array: d.Array, Index: d.Index, Offset: d.Offset,
		Words: fmt.Sprintf("The semantics differ: `%s` has %s in the value semantics, and the heap shows %s.", d.Array, d.Value, d.Heap)}
	if d.Index != nil {
		s.Words = fmt.Sprintf("The semantics differ: %s is %s in the value semantics, and the heap shows %s.", element(d.Array, d.Index), d.Value, d.Heap)
	}
	if d.In != nil {
		s.Block = r.block(d.In)
		s.Other = r.writes[location{s.Block, d.Offset}]
	}
	r.add(s)
}

// End is told that a statement is done.
func (r *recorder) End(stm syntax.Stm, name string) {
	top := r.around[len(r.around)-1]
	s := Step{Kind: End, At: r.place(top.stm.GetSpan()), Depth: len(r.around) - 1, Rule: name}
	if let, ok := stm.(*syntax.Let); ok { // and not what the last round has bound for the next one
		s.Binds = slices.DeleteFunc(r.binds, func(b Bind) bool {
			return !slices.ContainsFunc(let.Pat, func(x *syntax.Binding) bool { return x.Name == b.Name })
		})
	}
	s.rule()
	if t := r.rule; t != nil && t.Rule == name {
		s.Conclusion = t.Judgement.String()
		for _, c := range t.Conditions() {
			s.Premises = append(s.Premises, c.String())
		}
	}
	if _, ok := stm.(*syntax.Free); ok {
		s.Free = r.newlyFreed()
	}
	if top.turned {
		s.Gone = r.dropped()
	}
	s.Words = r.done(stm, s.Binds)
	r.add(s)
	r.around, r.binds = r.around[:len(r.around)-1], nil
}

// rule says what the rule of a step says.
func (s *Step) rule() {
	if known, _, ok := rule.Lookup(s.Rule); ok {
		s.Figure, s.Says = known.Figure, sentence(known.Says)
	}
}

// dropped are the blocks that the heap has no more: those of an iteration or a round that is over.
func (r *recorder) dropped() (list []int) {
	there := map[*heap.Block]bool{}
	for _, b := range r.heap.Blocks() {
		there[b] = true
	}
	for b, n := range r.numbers {
		if !there[b] {
			list = append(list, n)
			delete(r.numbers, b)
		}
	}
	slices.Sort(list)
	return list
}

// done says what a statement has done.
func (r *recorder) done(stm syntax.Stm, binds []Bind) string {
	switch stm := stm.(type) {
	case *syntax.Free:
		return fmt.Sprintf("`%s` is freed.", stm.Block.Name)
	case *syntax.Check:
		return "The check holds."
	}
	var list []string
	for _, b := range binds {
		switch {
		case b.View != nil:
			list = append(list, fmt.Sprintf("`%s` lies in block `%s` at %s.", b.Name, r.story.Blocks[b.Block-1].Name, b.View))
		case b.Block > 0:
			list = append(list, fmt.Sprintf("`%s` is block `%s`, of %s.", b.Name, r.story.Blocks[b.Block-1].Name, diag.Count(r.story.Blocks[b.Block-1].Size, "location")))
		default:
			list = append(list, fmt.Sprintf("`%s` is %s.", b.Name, b.Value))
		}
	}
	return strings.Join(list, " ")
}

// newlyFreed is the number of the block that has been freed since it was asked last.
func (r *recorder) newlyFreed() int {
	for b, n := range r.numbers {
		if _, freed := b.Freed(); freed && !r.freed[n] {
			r.freed[n] = true
			return n
		}
	}
	return 0
}

// sentence is a text as a sentence.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
