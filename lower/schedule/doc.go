// Package schedule rewrites programs of IMP before they are compiled: what runs stays the same, and is easier to run fast.
// Each rewrite is a row of a table. A rewritten program prints, and reads back, like any other, so it can be validated
// under the rules (eval/imp), and gives the same. Only strided and scans may change the last digits of sums of f64s, and
// then the kernels say so.
//
// Iterations of kernels may run in any order, so a rewrite may run those at the borders before the others.
package schedule
