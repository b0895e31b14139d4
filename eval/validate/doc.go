// Package validate compares a program before and after a transformation: BEFORE, in Fun or
// FUNMEM, and AFTER, in FUNMEM or IMP, or in Fun if BEFORE is. It runs both on inputs, first all small ones and then random ones
// of growing size, under several schedules. It tells whether AFTER is a valid form of BEFORE (Def. 3.1)
// and free of races (eq. 4). If BEFORE is stuck on an input, the input is not a valid argument. An
// assertion of a dump is an exception: its error is a result, and AFTER must fail a check too. A
// counterexample is made small.
//
// # For another compiler
//
// Texts is the whole of it for a caller that has two programs as text: it reads them, pairs what belongs together, runs
// inputs and tries a proof. The example of Texts can be copied. The module has no address on the network, so a module that
// imports it needs `require funmem v0.0.0` and `replace funmem => DIR`.
//
//   - Comparison.OK tells whether AFTER is a valid form of BEFORE as far as is known, and nothing was left out.
//     Comparison.Status says whether that is proved, for all inputs, or tested, on those that were tried.
//   - Comparison.Refutation is the result with the counterexample. Result.Text is the report for people, Result.Save the
//     counterexample as a program, Result.Proofs what is proved and what a proof lacks.
//   - An error is about the request. diag.Of gives its diagnostics, each with its place, rule, message and help.
//   - Options.Memory bounds the memory of a run in bytes, Options.Each the steps of one input, Options.Steps those of all,
//     and Options.Time the whole. What a bound cuts short is never called valid: it is unknown, or fewer inputs are
//     counted in Result.Tests. Options.Proof can leave the proof out.
//   - It does not try whether operators of folds are associative, as the command line does: that is a warning.
//
// docs/format.md in the repository describes FUNMEM, the verdicts, and a server that is no Go.
//
// # Files
//
//   - text.go, comparison.go: two programs as texts, and what was found out about all that they define
//   - signature.go: which parameters and results of two defs belong together
//   - givenargs.go: arguments that are not searched for
//   - rows.go: parameters that are the parts of an irregular array
//   - input.go, layout.go, layouts.go, sharing.go: what a def is applied to, and how that lies in memory
//   - constants.go, folded.go, values.go: the numbers that stand in both programs, and those around them
//   - inputs.go: the sequence of inputs, small ones first, and then by turns those of
//   - slots.go: constants in all pairs, and sizes that grow; related.go: numbers that follow from
//     others; random.go: each size in turn, and random ones
//   - contents.go: elements; likeness.go: arrays that are alike
//   - triedvalues.go: what was in the inputs
//   - run.go: one input through both programs; runside.go: through one of them
//   - conditions.go: the conditions of both programs, and the ways they went; seek.go, spots.go, descend.go, moves.go: inputs
//     that make them go the ways they did not go
//   - stops.go: inputs on which an assertion of BEFORE fails
//   - statements.go: the statements of programs without results, and what is not compared
//   - strays.go: inputs on which AFTER is not consistent, though the results agree
//   - imp.go, runimp.go: AFTER of IMP
//   - infun.go: both of Fun, without memory
//   - search.go: many, on all cores
//   - shrink.go: a smaller input that shows the same
//   - relevant.go: what of the input did not matter in what was tried
//   - steps.go, align.go: what both sides bind, next to each other, and their heaps
//   - arguments.go: arguments as the programs have them, and what is said of them
//   - outputs.go: results as the programs have them: irregular arrays
//   - resulttext.go: the report
//   - html.go, page.html, source.go, drawing.go: the report as a page
package validate
