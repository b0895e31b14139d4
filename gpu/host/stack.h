#ifndef FUNMEM_STACK_H
#define FUNMEM_STACK_H

#include <stdint.h>

/* stack is the storage of a thread. A block begins at the top. When it is popped the top moves down, past what was popped
 * below it before; a block that is not at the top leaves a hole until then, and a later block may take the hole. The memory
 * is in chunks, each at least twice as large as the one before. They stay when the stack is empty. */
typedef struct stack {
	struct chunk *first, *now; /* those after now are not used */
	int64_t *top, *end;        /* of the part of now that is used, and of now */
	int64_t last;              /* words of the block below the top, with its header; 0: none is in now */
	int64_t below;             /* words of the chunks before now */
	int64_t most;              /* words that were in use at one time, with holes and headers */
	int64_t words;             /* of all chunks */
	uint64_t sizes;            /* bit k: there is a hole of at least 2^k words, and less than twice as many */
	struct block *holes[64];
} stack;

void *fm_stack_push(stack *s, int64_t words);
int64_t fm_stack_pop(stack *s, void *p);
void fm_stack_empty(stack *s, int64_t most);
int64_t *fm_stack_find(stack *s, int64_t address, int64_t *words);

/* fm_took notes that memory was taken from the system. */
void fm_took(void);
int64_t fm_taken(void);       /* how often that was */
int64_t fm_most_in_use(void); /* words of a stack at one time, of those that were emptied since this was asked last */

#endif
