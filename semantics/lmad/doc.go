// Package lmad is the calculus of symbolic LMADs (§3.1): what slicing,
// indexing, transposing, permuting and reversing an array does to its LMAD
// when offsets, sizes and strides are scalar expressions.
//
// Equations (1) to (3) are used as corrected in docs/errata.md: indices are
// 1-based and offsets 0-based, so that L(y…) = offset + Σ (yᵢ − 1)·sᵢ. Parts of
// the results are in the normal form of package poly, and an LMAD that turns
// out to be row-major is R(d, …) again.
package lmad
