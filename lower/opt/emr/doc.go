// Package emr is extended memory reuse (Vießmann, Šinkarovs, Scholz: Extended Memory Reuse, IFL 2018), on blocks.
//
// A with-loop of the paper is a statement here that fills a block which its body allocates: a kernel, or another array without
// an array before it (iota, replicate, copy, …). It can be computed in the block of an array that is defined before it in
// the same body, has its shape, and is not used after it:
//
//   - a reuse candidate (RC, §2.3) is read by the kernel, with a well-behaved access pattern: iteration i reads only the
//     element that it writes;
//   - an extended one (ERC, §3) is not mentioned in the statement at all.
//
// The three phases have a file each: inference.go is Alg. 1, filter.go Alg. 2, and loops.go stands for Alg. 3 and 4.
// counted.go gives what the first three find to package refcount, which asks at run time, as SaC does.
//
// In SaC a reference count says at run time whether a candidate is free. Here liveness says it before: a candidate has no use
// after the statement, under any name. So what is chosen is reused in every run, and what SaC would find free in some runs
// only, such as an argument that no caller needs any more, is not. A branch of an if may choose candidates from before the
// if, as in the paper; the bodies of kernels and loops have candidates of their own.
package emr
