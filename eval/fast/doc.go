// Package fast is the fast engine next to the reference engines. It compiles core programs to Go closures over
// resolved slots of 64-bit integers. It has two modes, which share the code for scalars, indices, slices, ifs and
// calls.
//
// Value mode (Kernels) gives a value.Machine the values of its kernels (E-KERNEL, Fig. 4), folds, loops and
// calls. Arrays are strided views, so slices and transpositions copy nothing. If it can, an inner kernel makes
// its row directly in the result of the outer one. An update changes the storage of an array at its last use.
// Last uses are guessed from the program. The running code checks that no array is read after its storage has
// changed, and ends the run if one is.
//
// Heap mode (Check) runs a FUNMEM program under the heap semantics (Fig. 10)
// and certifies that it is clean: not stuck, free of races, overlaps and
// unwritten reads, and in agreement with the value semantics everywhere.
//
// Neither mode is ever wrong, and both may decline. They give up without effect if something is stuck, does not
// fit 64 bits, is not compiled, is not clean, or takes too much memory or time. The reference engine then runs
// from the start and gives the exact result or message.
//
// In both modes a kernel runs in strips where its body allows it: every instruction runs over many iterations before the
// next one does, by the operations of package vector. Conditions on the index cut a strip; if iterations go both ways, a
// mask says which take part. What cannot run so, or fails, runs one iteration after the other. Folds compute in strips
// what does not depend on their accumulators.
//
// In heap mode an outermost kernel may also run as native code (Natives), which keeps the same shadow words.
//
// Files: node.go, emit.go, arith.go, real.go, index.go and sum.go are scalar code;
// view.go arrays; compile.go, stm.go, call.go, loop.go, reduce.go and with.go what the
// modes share; value.go, fresh.go, concat.go, store.go, shares.go and last.go value
// mode; check.go, heapstm.go, freshmem.go, loopmem.go, foldmem.go, withmem.go,
// memblock.go, memcopy.go and layout.go heap mode; strip.go, striparith.go, stripcompare.go, stripline.go, stripindex.go,
// stripif.go, striploop.go, striparray.go, stripfold.go and stripmem.go strips; natives.go, nativecode.go,
// nativerun.go and nativewords.go native code; spare.go storage that is used again; scratch.go undefined elements;
// thread.go kernels on several threads; unit.go how code runs and ends.
package fast
