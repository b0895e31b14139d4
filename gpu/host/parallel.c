//go:build cgo && (linux || darwin)

#include "bridge.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

/* A kernel runs on several threads: each takes the next iterations when it is done with some. The threads stay, and wait
 * for the next kernel. If they work for another call, a kernel runs on its own thread alone. */

enum { most_threads = 64 };

static struct {
	pthread_mutex_t busy; /* held by the call that has the threads */
	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t begin, end;
	int started;
	int64_t running; /* how many threads have not ended their part */
	int64_t turn; /* the number of the kernel */
	int helpers;  /* how many threads should take part in it */

	stack stacks[most_threads]; /* of the helpers, and last that of the thread that has them */

	part *f;
	void *given;
	env *of;
	int64_t share, next, n, step, failed;
} pool = {.busy = PTHREAD_MUTEX_INITIALIZER, .lock = PTHREAD_MUTEX_INITIALIZER, .begin = PTHREAD_COND_INITIALIZER, .end = PTHREAD_COND_INITIALIZER};

static int64_t now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

/* work runs iterations until there are no more, or one of the threads fails. */
static void work(env *e) {
	while (!__atomic_load_n(&pool.failed, __ATOMIC_RELAXED)) {
		int64_t from = __atomic_fetch_add(&pool.next, pool.step, __ATOMIC_RELAXED);
		if (from >= pool.n) return;
		int64_t to = from + pool.step < pool.n ? from + pool.step : pool.n;
		int64_t status = pool.f(e, pool.given, from, to);
		if (status) __atomic_store_n(&pool.failed, status, __ATOMIC_RELAXED);
	}
}

/* soon_ns is how long a thread looks for what comes next before it sleeps: to wake it takes about as long. */
static const int64_t soon_ns = 40000;

/* spin waits a while until *at is not old. */
static void spin(int64_t *at, int64_t old) {
	int64_t start = now();
	while (__atomic_load_n(at, __ATOMIC_ACQUIRE) == old && now() - start < soon_ns) {
	}
}

static void *helper(void *number) {
	int64_t k = (int64_t)number, turn = 0;
	sigset_t all; /* signals are for Go's threads */
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, 0);
	pthread_mutex_lock(&pool.lock);
	for (;;) {
		if (turn && k < pool.helpers && pool.turn == turn) {
			pthread_mutex_unlock(&pool.lock);
			spin(&pool.turn, turn);
			pthread_mutex_lock(&pool.lock);
		}
		while (pool.turn == turn) pthread_cond_wait(&pool.begin, &pool.lock);
		turn = pool.turn;
		if (k >= pool.helpers) continue;
		pthread_mutex_unlock(&pool.lock);
		env own;
		fm_own(&own, pool.of, pool.share, &pool.stacks[k]);
		work(&own);
		fm_own_end(&own);
		pthread_mutex_lock(&pool.lock);
		__atomic_store_n(&pool.running, pool.running - 1, __ATOMIC_RELEASE);
		if (pool.running == 0) pthread_cond_signal(&pool.end);
	}
	return 0;
}

int64_t fm_parallel(env *e, part *f, void *given, int64_t n) {
	if (n < 2 || e->threads < 2) return n > 0 ? f(e, given, 0, n) : 0;
	int64_t first = n / 64 > 0 ? n / 64 : 1, start = now();
	int64_t status = f(e, given, 0, first);
	if (status || (now() - start) * (n - first) < e->worth * first || pthread_mutex_trylock(&pool.busy)) {
		return status ? status : f(e, given, first, n);
	}
	int threads = e->threads < most_threads ? (int)e->threads : most_threads;
	pthread_mutex_lock(&pool.lock);
	while (pool.started < threads - 1) {
		pthread_t t;
		pthread_attr_t a;
		pthread_attr_init(&a);
		pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
		int bad = pthread_create(&t, &a, helper, (void *)(int64_t)pool.started);
		pthread_attr_destroy(&a);
		if (bad) break;
		pool.started++;
	}
	pool.helpers = threads - 1 < pool.started ? threads - 1 : pool.started;
	pool.f = f;
	pool.given = given;
	pool.of = e;
	pool.share = e->left / (pool.helpers + 1);
	pool.next = first;
	pool.n = n;
	pool.failed = 0;
	pool.step = (n - first) / (threads * 8);
	if (pool.step < 1) pool.step = 1;
	pool.running = pool.helpers;
	__atomic_store_n(&pool.turn, pool.turn + 1, __ATOMIC_RELEASE);
	pthread_cond_broadcast(&pool.begin);
	pthread_mutex_unlock(&pool.lock);
	env own;
	fm_own(&own, e, pool.share, &pool.stacks[most_threads - 1]);
	work(&own);
	fm_own_end(&own);
	if (pool.helpers == 1) spin(&pool.running, 1);
	pthread_mutex_lock(&pool.lock);
	while (pool.running > 0) pthread_cond_wait(&pool.end, &pool.lock);
	status = pool.failed;
	pthread_mutex_unlock(&pool.lock);
	pthread_mutex_unlock(&pool.busy);
	return status;
}
