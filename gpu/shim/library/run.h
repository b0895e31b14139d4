// Runs the threads of a kernel that was compiled as C++, one after the other, in the order of their numbers. Those of a group
// that wait for each other take turns: each runs up to where it waits, or to its end.
#include <setjmp.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <string>
#include <utility>
#include <vector>

namespace {

struct dims { unsigned x, y, z; };
typedef uint64_t word;

struct runnable {
  std::string name;
  void *at;
  bool meets; // whether its threads wait for each other
  void (**meet)();
  dims *size;
  dims *(*thread)(), *(*block)(); // those of the thread that asks
};

const runnable *running;
long thread_number;
jmp_buf leave; // ends the launch

template <size_t... I> void call(void *f, const word *a, std::index_sequence<I...>) {
  ((void (*)(decltype((void)I, word())...))f)(a[I]...);
}

const size_t most_arguments = 128; // of a kernel, which are always given

const size_t stack_bytes = 1 << 17;
struct fiber {
  ucontext_t at;
  char *stack;
  bool done;
};
std::vector<fiber> fibers;
ucontext_t turns;
size_t now;
const word *arguments;

void meet() { swapcontext(&fibers[now].at, &turns); }

void begin_fiber() {
  call(running->at, arguments, std::make_index_sequence<most_arguments>());
  fibers[now].done = true;
}

// run_group runs a group of threads. It returns false if some wait for others that have ended.
bool run_group(unsigned size) {
  while (fibers.size() < size) {
    fibers.push_back({});
    fibers.back().stack = (char *)mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  }
  for (unsigned t = 0; t < size; t++) {
    fiber &f = fibers[t];
    getcontext(&f.at);
    f.at.uc_stack.ss_sp = f.stack;
    f.at.uc_stack.ss_size = stack_bytes;
    f.at.uc_link = &turns;
    f.done = false;
    makecontext(&f.at, begin_fiber, 0);
  }
  long first = thread_number;
  bool together = true;
  for (unsigned left = size; left > 0;) {
    unsigned ended = 0;
    for (now = 0; now < size; now++) {
      if (fibers[now].done) continue;
      running->thread()->x = now;
      thread_number = first + now;
      swapcontext(&turns, &fibers[now].at);
      ended += fibers[now].done;
    }
    together = together && (ended == 0 || ended == left);
    left -= ended;
  }
  return together;
}

// run runs a kernel. It returns false if a thread left. apart is told when threads of a group wait for others that have ended.
bool run(const runnable *k, unsigned groups, unsigned size, const word *given, void (*apart)(const std::string &)) {
  k->size->x = size;
  *k->meet = meet;
  running = k;
  arguments = given;
  volatile bool stray = false;
  for (unsigned b = 0; b < groups && !stray; b++)
    for (unsigned t = 0; t < size && !stray; t++) {
      k->block()->x = b;
      thread_number = (long)b * size + t;
      if (setjmp(leave)) {
        stray = true;
        break;
      }
      if (k->meets) {
        if (!run_group(size)) apart(k->name);
        break;
      }
      k->thread()->x = t;
      call(k->at, given, std::make_index_sequence<most_arguments>());
    }
  return !stray;
}

}  // namespace
