// Runs the threads of a kernel that was compiled as C++, one after the other, in the order of their numbers. Those of a group
// that wait for each other take turns: each runs up to where it waits, or to its end. Where groups look at what others have told,
// some of them run at the same time.
#include <setjmp.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct dims { unsigned x, y, z; };
typedef uint64_t word;

struct runnable {
  std::string name;
  void *at;
  bool meets;    // whether its threads wait for each other
  bool together; // whether several groups run at the same time
  void (**meet)();
  dims *size;
  dims *(*thread)(), *(*block)(); // those of the thread that asks
};

const runnable *running;
thread_local long thread_number;
thread_local jmp_buf leave; // ends the launch

template <size_t... I> void call(void *f, const word *a, std::index_sequence<I...>) {
  ((void (*)(decltype((void)I, word())...))f)(a[I]...);
}

const size_t most_arguments = 128; // of a kernel, which are always given

// A fiber runs a thread, and then waits for the next one. It is entered once by its context; after that _setjmp and _longjmp do,
// which ask the system for nothing.
const size_t stack_bytes = 1 << 17;
struct fiber {
  ucontext_t context;
  jmp_buf at;
  bool entered, done;
};
thread_local std::vector<fiber *> fibers;
thread_local jmp_buf turns;
thread_local size_t now;
const word *arguments;

void wait_for_turn() {
  if (!_setjmp(fibers[now]->at)) _longjmp(turns, 1);
}

void meet() { wait_for_turn(); }

void live() {
  for (;;) {
    call(running->at, arguments, std::make_index_sequence<most_arguments>());
    fibers[now]->done = true;
    wait_for_turn();
  }
}

// take_turn lets a fiber run until it waits.
void take_turn(fiber *f) {
  if (_setjmp(turns)) return;
  if (f->entered) _longjmp(f->at, 1);
  f->entered = true;
  getcontext(&f->context);
  f->context.uc_stack.ss_sp = mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  f->context.uc_stack.ss_size = stack_bytes;
  makecontext(&f->context, live, 0);
  setcontext(&f->context);
}

// run_group runs a group of threads. It returns false if some wait for others that have ended.
bool run_group(unsigned size) {
  while (fibers.size() < size) fibers.push_back(new fiber());
  for (unsigned t = 0; t < size; t++) fibers[t]->done = false;
  const long first = thread_number;
  bool together = true;
  for (unsigned left = size; left > 0;) {
    unsigned ended = 0;
    for (now = 0; now < size; now++) {
      if (fibers[now]->done) continue;
      running->thread()->x = now;
      thread_number = first + now;
      take_turn(fibers[now]);
      ended += fibers[now]->done;
    }
    together = together && (ended == 0 || ended == left);
    left -= ended;
  }
  return together;
}

// drop_fibers forgets those that are within a thread, since another one left.
void drop_fibers() {
  for (fiber *f : fibers) {
    if (f->entered) munmap(f->context.uc_stack.ss_sp, stack_bytes);
    delete f;
  }
  fibers.clear();
}

typedef void (*told)(const std::string &);

// run_groups runs groups, each of which next gives. It returns false if a thread left.
template <class F> bool run_groups(const runnable *k, unsigned groups, unsigned size, told apart, F next) {
  volatile bool stray = false;
  for (unsigned b = next(); b < groups && !stray; b = next())
    for (unsigned t = 0; t < size && !stray; t++) {
      k->block()->x = b;
      thread_number = (long)b * size + t;
      if (setjmp(leave)) {
        stray = true;
        drop_fibers();
        break;
      }
      if (k->meets) {
        if (!run_group(size)) apart(k->name);
        break;
      }
      k->thread()->x = t;
      call(k->at, arguments, std::make_index_sequence<most_arguments>());
    }
  return !stray;
}

const unsigned at_a_time = 8;

// run runs a kernel. It returns false if a thread left. apart is told when threads of a group wait for others that have ended.
bool run(const runnable *k, unsigned groups, unsigned size, const word *given, told apart) {
  k->size->x = size;
  *k->meet = meet;
  running = k;
  arguments = given;
  if (!k->together || groups == 1) {
    unsigned b = 0;
    return run_groups(k, groups, size, apart, [&b] { return b++; });
  }
  std::atomic<unsigned> b{0};
  std::atomic<bool> stray{false};
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < std::min(groups, at_a_time); n++)
    threads.emplace_back([&] {
      if (!run_groups(k, groups, size, apart, [&b] { return b++; })) stray = true;
      drop_fibers();
    });
  for (std::thread &t : threads) t.join();
  return !stray;
}

}  // namespace
