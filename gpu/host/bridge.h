#ifndef FUNMEM_BRIDGE_H
#define FUNMEM_BRIDGE_H

#include "stack.h"

struct env;

/* part runs iterations from, from + 1, …, to - 1 of a kernel. */
typedef int64_t part(struct env *, void *given, int64_t from, int64_t to);

/* env is what a compiled function gets from its caller; the functions know its first fields. */
typedef struct env {
	void *(*alloc)(struct env *, int64_t words); /* a block that the caller may get */
	void (*release)(struct env *, void *, int64_t words);
	const volatile int64_t *stop;
	int64_t (*parallel)(struct env *, part *, void *given, int64_t n);
	int64_t few; /* a kernel without loops and with fewer iterations is not worth several threads */
	void *(*push)(struct env *, int64_t words); /* a block of the stack */
	void (*pop)(struct env *, void *, int64_t words);
	int64_t left; /* words that may still be taken */
	stack *stack;
	uintptr_t call; /* the call, for Go */
	int64_t threads; /* that may run parts; 1 for a thread that does */
	int64_t worth; /* how many ns a kernel takes that is worth several threads */
	int64_t *flag; /* where stop points to, in the env of a call */
	struct env *next; /* of those that are kept */
	stack own;
} env;

void *fm_open(const char *path, const char **why);
void *fm_find(void *module, const char *name);
void fm_close(void *module);
env *fm_env_new(int64_t left, int64_t threads, uintptr_t call);
int64_t fm_call(void *function, env *e, int64_t *words);
int64_t fm_parallel(env *e, part *f, void *given, int64_t n);
void fm_own(env *own, env *of, int64_t share, stack *s);
void fm_own_end(env *own);
int64_t *fm_block(env *e, int64_t address, int64_t *words);
void fm_env_free(env *e, int may_stop);
int64_t fm_kept(void);
void fm_trim(int64_t most);

#endif
