// Package typeset writes derivations and the rules of the language as LaTeX, in the notation of the paper. Inference
// rules are those of mathpartir.
package typeset
