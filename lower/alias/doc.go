// Package alias tells which variables of a program may show one block, and where these
// blocks come from: of core Fun, in which memory will be introduced as lower/introduce
// does it, and of FUNMEM, whose arrays name their blocks.
package alias
