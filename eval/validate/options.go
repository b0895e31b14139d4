package validate

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"funmem/eval/engine"
	"funmem/eval/validity"
	"funmem/eval/value"
	"funmem/semantics/prove"
	"funmem/semantics/syntax"
)

// Options are the choices of a validation.
type Options struct {
	engine.Options
	Tests    int             // how many inputs of each subject to run on both sides
	Confirm  int             // how many inputs are enough if all is proved for all inputs; 0: Tests
	Quick    bool            // most small inputs run on the fast engine, as larger ones do, and by the rules if it finds something; larger ones get an eighth of the steps
	Small    int             // at most how many of them are small; 0: a fifth, or a hundred if that is more, but at most half
	Seed     int64           // of the random ones
	Time     time.Duration   // of the whole validation; 0: no limit
	Each     int64           // steps of one input in BEFORE; AFTER may take patience times as many; 0: EachSteps
	Steps    int64           // of all inputs together; 0: no limit
	Strict   bool            // a warning about AFTER counts as a refutation
	Patient  bool            // AFTER may take patience times as many on larger inputs too, and a larger input that it does not finish is a limit
	FromZero bool            // reports count indices and results from 0
	Unproved bool            // nothing is proved about the kernels of a valid AFTER, and about BEFORE
	Proof    validity.Effort // how long a proof for all inputs may look
	// Gives returns the first element of the results of a subject that nothing wrote, or nil, for callers that must be
	// given only numbers. If Gives is nil, nobody looks.
	Gives func(sub *Subject, results []value.Val) *validity.Unwritten
	// Branches tells whether conditions that go one way on all inputs are sought to go the other way, and are reported
	// if they never do.
	Branches bool
	Progress func(sub *Subject, ran, of int)
	// Second begins a proof about something, which of names: it returns who is told of its questions, and what is to be done when it has ended. If Second
	// is nil, nobody is told.
	Second func(about, of string) (prove.Second, func())
	// Clean may report that nothing is wrong with a program without arguments, and what it returns, in a session that
	// has its inputs. If it is nil or does not say so, the rules run the program.
	Clean Clean
}

// EachSteps is how many steps an input may take in BEFORE before it is left out: a second or so. For what a step is,
// see engine.Steps. Only Options.Time depends on a clock.
const EachSteps = 2_000_000

// asking runs a proof about something of a subject, with whoever is told of its questions. what is a format for the name.
func (o *Options) asking(what, of, name string, do func(second prove.Second)) {
	if o.Second == nil {
		do(nil)
		return
	}
	if name == "" {
		what = fmt.Sprintf(what, "the program")
	} else {
		what, of = fmt.Sprintf(what, "`"+name+"`"), of+"-"+name
	}
	second, end := o.Second(what, of)
	defer end()
	do(second)
}

// each returns Options.Each, or its default.
func (o *Options) each() int64 { return cmp.Or(o.Each, EachSteps) }

// forAlone returns the options for a lone def. A file may have many of these. A few inputs that take long are enough,
// so one def takes a second or two.
func (o *Options) forAlone() *Options {
	alone := *o
	alone.Each, alone.Steps = cmp.Or(o.Each, EachSteps/8), cmp.Or(o.Steps, 20*EachSteps)
	return &alone
}

// Clean returns the verdict on a clean program, and its results.
type Clean func(ctx context.Context, in *validity.Session, p *syntax.Program, o engine.Options) (*validity.Verdict, []value.Val, bool)

// schedules returns the orders of iterations in which each input runs.
func (o *Options) schedules() []engine.Schedule {
	reverse, _ := engine.ParseSchedule("reverse")
	random, _ := engine.ParseSchedule("random:1")
	return []engine.Schedule{{}, reverse, random}
}
