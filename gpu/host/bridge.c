//go:build cgo && (linux || darwin)

#include "bridge.h"

#include <dlfcn.h>
#include <stdlib.h>

/* block stands before the words of a block, in a list of all of a call. */
typedef struct block {
	struct block *next, *before;
	int64_t words;
	int64_t pad; /* the words are aligned to 32 bytes */
} block;

static void *take(env *e, int64_t words) {
	if (words < 0 || words > e->left) return 0;
	block *b = 0;
	if (posix_memalign((void **)&b, 64, sizeof(block) + 8 * (size_t)(words > 0 ? words : 1))) return 0;
	e->left -= words;
	b->words = words;
	b->before = 0;
	b->next = e->blocks;
	if (b->next) b->next->before = b;
	e->blocks = b;
	return b + 1;
}

/* drop frees a block, or all blocks if p is 0. */
static void drop(env *e, void *p) {
	if (!p) {
		while (e->blocks) drop(e, e->blocks + 1);
		return;
	}
	block *b = (block *)p - 1;
	if (b->before) b->before->next = b->next; else e->blocks = b->next;
	if (b->next) b->next->before = b->before;
	e->left += b->words;
	free(b);
}

void *fm_open(const char *path, const char **why) {
	void *m = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	*why = m ? 0 : dlerror();
	return m;
}

void *fm_find(void *module, const char *name) { return dlsym(module, name); }

void fm_close(void *module) { dlclose(module); }

env *fm_env_new(int64_t left, const int64_t *stop) {
	env *e = calloc(1, sizeof(env));
	if (!e) return 0;
	e->alloc = take;
	e->release = drop;
	e->left = left;
	e->stop = stop;
	return e;
}

int64_t fm_call(void *function, env *e, int64_t *words) {
	return ((int64_t (*)(env *, int64_t *))function)(e, words);
}

/* fm_block is the block at an address, and how many words it has, or 0. */
int64_t *fm_block(env *e, int64_t address, int64_t *words) {
	for (block *b = e->blocks; b; b = b->next)
		if ((int64_t)(b + 1) == address) {
			*words = b->words;
			return (int64_t *)(b + 1);
		}
	return 0;
}

void fm_env_free(env *e) {
	drop(e, 0);
	free(e);
}
