// Package alias tells which variables of a program may show one block, and where these
// blocks come from. It works on core Fun, before lower/introduce introduces memory, and on
// FUNMEM, whose arrays name their blocks.
package alias
