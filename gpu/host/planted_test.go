//go:build cgo && linux

package host

import (
	"testing"

	"funmem/internal/testkit"
)

// TestMistakesPlanted: the tests catch mistakes in the stack.
func TestMistakesPlanted(t *testing.T) {
	const stack, bridge, parallel = "stack.c", "bridge.c", "parallel.c"
	testkit.Planted(t, [][4]string{
		{"blocks that overlap", stack, "int64_t size = head + (words > 0 ? (words + 7) / 8 * 8 : 8);", "int64_t size = head + (words > 0 ? words / 8 * 8 : 8);"},
		{"a block at an odd place", stack, "(words > 0 ? (words + 7) / 8 * 8 : 8);", "(words > 0 ? words : 8);"},
		{"holes are not taken", stack, "block *b = s->sizes ? fits(s, size) : 0;", "block *b = 0;"},
		{"a hole that is too small", stack, "if (b->size >= size) return b;", "return b;"},
		{"the rest of a hole is lost", stack, "if (rest > head) {", "if (0) {"},
		{"the rest of a hole is not known above", stack, "after(r)->before = rest;", ""},
		{"a block above a hole is not joined", stack, "if ((int64_t *)after(b) != s->top && after(b)->words == hole) {", "if (0) {"},
		{"a block below a hole is not joined", stack, "if (b->before && below->words == hole) {", "if (0) {"},
		{"the top stays", stack, "if ((int64_t *)after(b) == s->top) {", "if (0) {"},
		{"a chunk is as large as the one before", stack, "last ? 2 * last->words : first_words", "first_words"},
		{"an empty stack has holes", stack, "*s = (stack){.first = s->first, .words = words};", "s->now = 0; s->top = s->end = 0; s->last = s->below = s->most = 0; s->words = words;"},
		{"nothing is kept", bridge, "fm_stack_empty(&e->own, INT64_MAX);", "fm_stack_empty(&e->own, 0);"},
		{"all is kept for ever", bridge, "fm_stack_empty(&e->own, most - kept.words);", "fm_stack_empty(&e->own, INT64_MAX);"},
		{"memory that was given back still counts", bridge, "if (p) e->left += counted(fm_stack_pop(e->stack, p));", "if (p) fm_stack_pop(e->stack, p);"},
		{"memory does not count", bridge, "	if (p) e->left -= counted(words);\n", ""},
		{"an env is not used again", bridge, "	env *e = kept.first;\n", "	env *e = 0;\n"},
		{"threads share a stack", parallel, "&pool.stacks[k]", "&pool.stacks[most_threads - 1]"},
		{"the stack of a thread is not kept", bridge, "fm_stack_empty(own->stack, most_of_thread);", "fm_stack_empty(own->stack, 0);"},
	}, "-run", "TestStack|TestHoles|TestGivenBack|TestCall")
}
