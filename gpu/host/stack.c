//go:build cgo && (linux || darwin)

#define _GNU_SOURCE
#include "stack.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>

static int64_t taken, most_in_use;

void fm_took(void) { __atomic_fetch_add(&taken, 1, __ATOMIC_RELAXED); }

int64_t fm_taken(void) { return __atomic_load_n(&taken, __ATOMIC_RELAXED); }

int64_t fm_most_in_use(void) { return __atomic_exchange_n(&most_in_use, 0, __ATOMIC_RELAXED); }

/* chunk is the header of a chunk. Then come blocks and holes without gaps, up to the top in the chunk that is used now, and
 * up to a header that stands for the end in those before. */
typedef struct chunk {
	struct chunk *next;
	int64_t words; /* with this header */
	int64_t pad[6];
} chunk;

/* block is the header of a block or hole. Its words come next; they are aligned to 64 bytes. */
typedef struct block {
	int64_t words;               /* that were asked for; hole: it is one */
	int64_t size;                /* in words, with this header; a multiple of 8; 0: the end of a chunk */
	int64_t before;              /* the size of what lies below it in the chunk; 0: nothing does */
	struct block *next, *former; /* of a hole, in the list of those of about its size */
	int64_t pad[3];
} block;

enum { head = sizeof(block) / 8, hole = -1 };

/* first_words is how many words the first chunk has at least, and huge_words from how many on large pages are worth it. */
enum { first_words = 1 << 15, huge_words = 1 << 18 };

/* tries is how many holes of about the right size are looked at. */
enum { tries = 16 };

/* An instrument of the C compiler that looks for accesses out of bounds knows nothing of blocks: it is told. What follows
 * reads headers, which nobody else may. */
#define FM_RAW __attribute__((no_sanitize("address")))

static void (*closes)(const volatile void *, size_t), (*opens)(const volatile void *, size_t);

static void instruments(void) {
	closes = (void (*)(const volatile void *, size_t))dlsym(RTLD_DEFAULT, "__asan_poison_memory_region");
	opens = (void (*)(const volatile void *, size_t))dlsym(RTLD_DEFAULT, "__asan_unpoison_memory_region");
}

static void closed(void *p, int64_t words) {
	if (closes) closes(p, 8 * (size_t)words);
}

static void opened(void *p, int64_t words) {
	if (opens) opens(p, 8 * (size_t)words);
}

static block *after(block *b) { return (block *)((int64_t *)b + b->size); }

static int kind(int64_t size) { return 63 - __builtin_clzll((uint64_t)size); }

/* dig notes a hole. */
FM_RAW static void dig(stack *s, block *b) {
	int k = kind(b->size);
	b->words = hole;
	b->former = 0;
	b->next = s->holes[k];
	if (b->next) b->next->former = b;
	s->holes[k] = b;
	s->sizes |= (uint64_t)1 << k;
}

/* fill forgets a hole. */
FM_RAW static void fill(stack *s, block *b) {
	int k = kind(b->size);
	if (b->former) b->former->next = b->next; else s->holes[k] = b->next;
	if (b->next) b->next->former = b->former;
	if (!s->holes[k]) s->sizes &= ~((uint64_t)1 << k);
}

/* fits is a hole of at least so many words, or 0. */
FM_RAW static block *fits(stack *s, int64_t size) {
	int k = kind(size), left = tries;
	for (block *b = s->holes[k]; b && left > 0; b = b->next, left--)
		if (b->size >= size) return b;
	uint64_t larger = k < 63 ? s->sizes >> (k + 1) : 0;
	return larger ? s->holes[k + 1 + __builtin_ctzll(larger)] : 0;
}

/* use begins to use a chunk. */
FM_RAW static void use(stack *s, chunk *c) {
	s->now = c;
	s->top = (int64_t *)(c + 1);
	s->end = (int64_t *)c + c->words - head; /* there is room for the header that stands for the end */
	s->last = 0;
	closed(s->top, c->words - head);
}

/* leave ends the use of the chunk of now: what is left of it is a hole. */
FM_RAW static void leave(stack *s) {
	block *b = (block *)s->top, *end = (block *)s->end;
	int64_t size = s->end - s->top;
	if (size > head) {
		b->size = size;
		b->before = s->last;
		dig(s, b);
	} else {
		end = b;
	}
	end->words = end->size = 0;
	s->below += s->now->words;
}

/* room is how many words a chunk has for blocks, with their headers. */
static int64_t room(chunk *c) { return c->words - 2 * head; }

static void *pages(int64_t words) {
	return mmap(0, 8 * (size_t)words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* chunk_of takes a chunk from the system that has room for a block of so many words, and comes after last, or 0. */
FM_RAW static chunk *chunk_of(int64_t size, chunk *last) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, instruments);
	int64_t words = last ? 2 * last->words : first_words, least = (size + 2 * head + first_words - 1) / first_words * first_words;
	if (words < least) words = least;
	chunk *c = pages(words);
	if (c == MAP_FAILED) c = pages(words = least);
	if (c == MAP_FAILED) return 0;
#ifdef MADV_HUGEPAGE
	if (words >= huge_words) madvise(c, 8 * (size_t)words, MADV_HUGEPAGE);
#endif
	fm_took();
	c->next = 0;
	c->words = words;
	return c;
}

/* grow goes on in another chunk that has room for a block of so many words: one that was kept, or a new one. */
FM_RAW static int grow(stack *s, int64_t size) {
	chunk *last = s->now, *next = last ? last->next : s->first, *c = next;
	for (; c && room(c) < size; c = c->next) last = c;
	if (!c) {
		if (!(c = chunk_of(size, last))) return 0;
		if (last) last->next = c; else s->first = c;
		if (!next) next = c;
		s->words += c->words;
	}
	if (s->now) leave(s);
	for (; next != c; next = next->next) {
		use(s, next);
		leave(s);
	}
	use(s, c);
	return 1;
}

/* fm_stack_push is a block of so many words, or 0 if the system has no memory. */
FM_RAW void *fm_stack_push(stack *s, int64_t words) {
	int64_t size = head + (words > 0 ? (words + 7) / 8 * 8 : 8);
	block *b = s->sizes ? fits(s, size) : 0;
	if (b) {
		int64_t rest = b->size - size;
		fill(s, b);
		if (rest > head) {
			b->size = size;
			block *r = after(b);
			r->size = rest;
			r->before = size;
			after(r)->before = rest;
			dig(s, r);
		}
	} else {
		if (s->end - s->top < size && !grow(s, size)) return 0;
		b = (block *)s->top;
		b->size = size;
		b->before = s->last;
		s->last = size;
		s->top += size;
		int64_t used = s->below + (s->top - (int64_t *)s->now);
		if (used > s->most) s->most = used;
	}
	b->words = words;
	opened(b + 1, words > 0 ? words : 1);
	return b + 1;
}

/* fm_stack_pop gives a block back, in any order, and returns how many words it had. */
FM_RAW int64_t fm_stack_pop(stack *s, void *p) {
	block *b = (block *)p - 1;
	int64_t words = b->words;
	closed(p, b->size - head);
	if ((int64_t *)after(b) != s->top && after(b)->words == hole) {
		fill(s, after(b));
		b->size += after(b)->size;
	}
	block *below = (block *)((int64_t *)b - b->before);
	if (b->before && below->words == hole) {
		fill(s, below);
		below->size += b->size;
		b = below;
	}
	if ((int64_t *)after(b) == s->top) {
		s->top = (int64_t *)b;
		s->last = b->before;
	} else {
		after(b)->before = b->size;
		dig(s, b);
	}
	return words;
}

/* fm_stack_empty gives all blocks back, and chunks to the system: those beyond so many words. */
FM_RAW void fm_stack_empty(stack *s, int64_t most) {
	int64_t before = __atomic_load_n(&most_in_use, __ATOMIC_RELAXED);
	while (before < s->most && !__atomic_compare_exchange_n(&most_in_use, &before, s->most, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
	}
	int64_t words = 0;
	chunk **at = &s->first;
	while (*at && words + (*at)->words <= most) {
		words += (*at)->words;
		at = &(*at)->next;
	}
	for (chunk *c = *at, *next; c; c = next) {
		next = c->next;
		opened(c, c->words);
		munmap(c, 8 * (size_t)c->words);
	}
	*at = 0;
	*s = (stack){.first = s->first, .words = words};
}

/* fm_stack_find is the block at an address, and how many words it has, or 0. */
FM_RAW int64_t *fm_stack_find(stack *s, int64_t address, int64_t *words) {
	for (chunk *c = s->now ? s->first : 0; c; c = c == s->now ? 0 : c->next)
		for (block *b = (block *)(c + 1); (int64_t *)b != s->top && b->size; b = after(b))
			if ((int64_t)(b + 1) == address && b->words != hole) {
				*words = b->words;
				return (int64_t *)(b + 1);
			}
	return 0;
}
