//go:build cgo && (linux || darwin)

#include "_cgo_export.h"
#include "bridge.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* large is how many words a block has that Go allocates, and may use again. */
enum { large = 4096 };

/* small is how many words a block has that is kept for others of about the same size. */
enum { small = 512 };

/* block stands before the words of a block, in a list of all of a call. The words are aligned to 64 bytes. */
typedef struct block {
	struct block *next, *before;
	int64_t words;
	struct block *idle; /* the next one that is not used */
	int64_t pad[4];
} block;

static block **idle(env *e, int64_t words) { return &e->idle[(words + 7) / 8]; }

/* fm_own is an env for another thread of the same call, with a share of its memory; fm_own_end frees its blocks. */
void fm_own(env *own, env *of, int64_t share) {
	memset(own, 0, sizeof *own);
	own->alloc = of->alloc;
	own->release = of->release;
	own->parallel = of->parallel;
	own->stop = of->stop;
	own->left = share;
	own->threads = 1;
	own->few = INT64_MAX;
}

void fm_own_end(env *own) { own->release(own, 0, 0); }

static void *take(env *e, int64_t words) {
	if (words < 0 || words > e->left) return 0;
	if (words >= large && e->call) {
		void *p = fmTake(e->call, words);
		if (p) e->left -= words;
		return p;
	}
	block *b = 0;
	if (words <= small) {
		block **list = idle(e, words);
		if ((b = *list)) {
			*list = b->idle;
			return b + 1;
		}
		words = (words + 7) / 8 * 8;
	}
	if (posix_memalign((void **)&b, 64, sizeof(block) + 8 * (size_t)(words > 0 ? words : 1))) return 0;
	e->left -= words;
	b->words = words;
	b->before = 0;
	b->next = e->blocks;
	if (b->next) b->next->before = b;
	e->blocks = b;
	return b + 1;
}

static void end(env *e, block *b) {
	if (b->before) b->before->next = b->next; else e->blocks = b->next;
	if (b->next) b->next->before = b->before;
	e->left += b->words;
	free(b);
}

/* drop frees a block of so many words, or all blocks if p is 0. */
static void drop(env *e, void *p, int64_t words) {
	if (!p) {
		while (e->blocks) end(e, e->blocks);
		memset(e->idle, 0, sizeof e->idle);
		if (e->call) e->left += fmGive(e->call, 0);
		return;
	}
	if (words >= large && e->call) {
		e->left += fmGive(e->call, p);
		return;
	}
	block *b = (block *)p - 1;
	if (words > small) {
		end(e, b);
		return;
	}
	block **list = idle(e, words);
	b->idle = *list;
	*list = b;
}

void *fm_open(const char *path, const char **why) {
	void *m = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	*why = m ? 0 : dlerror();
	return m;
}

void *fm_find(void *module, const char *name) { return dlsym(module, name); }

void fm_close(void *module) { dlclose(module); }

env *fm_env_new(int64_t left, int64_t threads, const int64_t *stop, uintptr_t call) {
	env *e = calloc(1, sizeof(env));
	if (!e) return 0;
	e->alloc = take;
	e->release = drop;
	e->parallel = fm_parallel;
	e->threads = threads;
	e->worth = 30000;
	e->few = threads < 2 ? INT64_MAX : 500;
	e->left = left;
	e->stop = stop;
	e->call = call;
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
	drop(e, 0, 0);
	free(e);
}
