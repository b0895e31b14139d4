#ifndef FUNMEM_BRIDGE_H
#define FUNMEM_BRIDGE_H

#include <stdint.h>

/* env is what a compiled function gets from its caller; the functions begin with the same three fields. */
typedef struct env {
	void *(*alloc)(struct env *, int64_t words);
	void (*release)(struct env *, void *, int64_t words);
	const volatile int64_t *stop;
	int64_t left; /* words that may still be taken */
	struct block *blocks;
	uintptr_t call; /* the call, for Go */
	struct block *idle[65]; /* freed blocks of few words, by eights of words */
} env;

void *fm_open(const char *path, const char **why);
void *fm_find(void *module, const char *name);
void fm_close(void *module);
env *fm_env_new(int64_t left, const int64_t *stop, uintptr_t call);
int64_t fm_call(void *function, env *e, int64_t *words);
int64_t *fm_block(env *e, int64_t address, int64_t *words);
void fm_env_free(env *e);

#endif
