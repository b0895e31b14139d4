// Package heap is the heap model of FUNMEM (paper §3.1, §3.3, Fig. 6): labels
// and blocks of exact integers, concrete LMADs (eq. 1-3), memcopy (eq. 5), and
// the traces of reads and writes with the check that a kernel has no data race
// (eq. 4).
//
// Array indices are 1-based and offsets into blocks 0-based, as the errata fix
// it: L(y…) = offset + Σ (yᵢ − 1)·sᵢ. An operation whose result does not fit a
// machine integer says so; none wraps.
//
// A Tracer stands between an evaluator and a Heap: all accesses that belong to
// a trace ⟨R, W⟩ go through Read, Write and Memcopy. Evaluators, their rules
// and their environments live in eval; nothing here knows an expression.
package heap
