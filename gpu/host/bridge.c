//go:build cgo && (linux || darwin)

#include "_cgo_export.h"
#include "bridge.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

/* large is how many words a block has that Go allocates, and may hand to the caller. */
enum { large = 4096 };

/* small is how many words a block has that counts as a multiple of 8 words. */
enum { small = 512 };

/* kept are the envs that no call uses. The next call takes the one of the last call. */
static struct {
	pthread_mutex_t lock;
	env *first;
	int64_t words; /* of their stacks */
} kept = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t counted(int64_t words) { return words <= small ? (words + 7) / 8 * 8 : words; }

static void *push(env *e, int64_t words) {
	if (words < 0 || words > e->left) return 0;
	void *p = fm_stack_push(e->stack, words);
	if (p) e->left -= counted(words);
	return p;
}

static void pop(env *e, void *p, int64_t words) {
	(void)words;
	if (p) e->left += counted(fm_stack_pop(e->stack, p));
}

/* take is a block that the caller may get. A block that is not large is copied for it, so the stack has it. */
static void *take(env *e, int64_t words) {
	if (words < large || !e->call) return push(e, words);
	if (words > e->left) return 0;
	void *p = fmTake(e->call, words);
	if (p) e->left -= words;
	return p;
}

static void drop(env *e, void *p, int64_t words) {
	if (words < large || !e->call) pop(e, p, words); else if (p) e->left += fmGive(e->call, p);
}

static void begin(env *e, stack *s, int64_t left, int64_t threads) {
	e->alloc = take;
	e->release = drop;
	e->push = push;
	e->pop = pop;
	e->parallel = fm_parallel;
	e->few = threads < 2 ? INT64_MAX : 500;
	e->left = left;
	e->stack = s;
	e->threads = threads;
	e->worth = 30000;
}

/* fm_own is an env for a thread of a call, with a share of its memory and a stack that nobody else uses. fm_own_end gives its
 * blocks back. */
void fm_own(env *own, env *of, int64_t share, stack *s) {
	begin(own, s, share, 1);
	own->stop = of->stop;
	own->call = 0;
}

/* most_of_thread is how many words the stack of a thread keeps between kernels. */
enum { most_of_thread = 1 << 20 };

void fm_own_end(env *own) { fm_stack_empty(own->stack, most_of_thread); }

void *fm_open(const char *path, const char **why) {
	void *m = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	*why = m ? 0 : dlerror();
	return m;
}

void *fm_find(void *module, const char *name) { return dlsym(module, name); }

void fm_close(void *module) { dlclose(module); }

/* zeros are bytes from the system. */
static void *zeros(size_t bytes) {
	fm_took();
	return calloc(1, bytes);
}

/* fm_env_new is an env for a call: one that was kept, or a new one. */
env *fm_env_new(int64_t left, int64_t threads, uintptr_t call) {
	pthread_mutex_lock(&kept.lock);
	env *e = kept.first;
	if (e) {
		kept.first = e->next;
		kept.words -= e->own.words;
	}
	pthread_mutex_unlock(&kept.lock);
	if (!e && !(e = zeros(sizeof *e))) return 0;
	if (!e->flag && !(e->flag = zeros(sizeof *e->flag))) {
		fm_stack_empty(&e->own, 0);
		free(e);
		return 0;
	}
	begin(e, &e->own, left, threads);
	*e->flag = 0;
	e->stop = e->flag;
	e->call = call;
	return e;
}

int64_t fm_call(void *function, env *e, int64_t *words) {
	return ((int64_t (*)(env *, int64_t *))function)(e, words);
}

/* fm_block is the block at an address, and how many words it has, or 0. */
int64_t *fm_block(env *e, int64_t address, int64_t *words) { return fm_stack_find(e->stack, address, words); }

/* fm_env_free keeps an env. If somebody may still stop it, its flag is for nobody else. */
void fm_env_free(env *e, int may_stop) {
	if (may_stop) e->flag = 0;
	fmGive(e->call, 0);
	fm_stack_empty(&e->own, INT64_MAX);
	pthread_mutex_lock(&kept.lock);
	kept.words += e->own.words;
	e->next = kept.first;
	kept.first = e;
	pthread_mutex_unlock(&kept.lock);
}

/* fm_kept is how many words the stacks have that no call uses. */
int64_t fm_kept(void) {
	pthread_mutex_lock(&kept.lock);
	int64_t words = kept.words;
	pthread_mutex_unlock(&kept.lock);
	return words;
}

/* fm_trim gives back what these stacks have beyond so many words. */
void fm_trim(int64_t most) {
	pthread_mutex_lock(&kept.lock);
	kept.words = 0;
	for (env *e = kept.first; e; e = e->next) {
		fm_stack_empty(&e->own, most - kept.words);
		kept.words += e->own.words;
	}
	pthread_mutex_unlock(&kept.lock);
}
