// Runs a launch of a kernel that was compiled with the shim, and tells what its threads do to the buffers. It reads from
// standard input: the name and its length, whether threads wait for each other, groups, threads of a group, how many arguments;
// for each 0 and a word, 1, a number of words and these, which are a buffer, or 2 and the number of a buffer among those
// before. It writes a word that is 1 if a thread strays, how
// many accesses there were, each as thread, argument, word of it, and 1 for a write; and the words of all buffers.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

extern "C" void (*fm_access)(void *, int, int);
extern "C" void (*fm_meet)();
extern "C" dims *fm_thread_index();
extern "C" dims *fm_block_index();
extern "C" dims blockDim;

namespace {

const size_t gap = 4096; // between buffers, so that what lies beside one lies in none
struct buffer { char *at; size_t words; word argument; };
std::vector<buffer> buffers;
std::vector<word> accesses;
char *arena;
size_t used, size;

void access(void *p, int bytes, int write) {
  char *at = (char *)p;
  if (at < arena || at >= arena + size) return; // a variable of the thread, or memory of its group
  for (const buffer &b : buffers)
    if (at >= b.at && at + bytes <= b.at + 8 * b.words) {
      accesses.insert(accesses.end(), {(word)thread_number, b.argument, (word)((at - b.at) / 8), (word)write});
      return;
    }
  longjmp(leave, 1);
}

word get() {
  word w;
  if (fread(&w, 8, 1, stdin) != 1) exit(2);
  return w;
}

void put(const word *w, size_t n) {
  if (fwrite(w, 8, n, stdout) != n) exit(2);
}

}  // namespace

int main() {
  runnable k = {};
  k.name.resize(get());
  if (fread(&k.name[0], 1, k.name.size(), stdin) != k.name.size()) return 2;
  k.at = dlsym(RTLD_DEFAULT, k.name.c_str());
  if (!k.at) return 3;
  k.meets = get();
  k.together = false;
  k.meet = &fm_meet;
  k.size = &blockDim;
  k.thread = fm_thread_index;
  k.block = fm_block_index;
  unsigned groups = get(), threads = get();
  size_t n = get();
  if (n > most_arguments) return 3;
  word given[most_arguments] = {};
  size = (size_t)1 << 36;
  arena = (char *)mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED) return 4;
  used = gap;
  for (size_t i = 0; i < n; i++) {
    word kind = get();
    if (kind != 1) {
      given[i] = kind == 0 ? get() : (word)buffers.at(get()).at;
      continue;
    }
    buffer b = {arena + used, get(), i};
    used += (8 * b.words / gap + 2) * gap;
    if (used > size || fread(b.at, 8, b.words, stdin) != b.words) return 2;
    given[i] = (word)b.at;
    buffers.push_back(b);
  }
  fm_access = access;
  word strays = !run(&k, groups, threads, given, [](const std::string &) {}), count = accesses.size() / 4;
  put(&strays, 1);
  put(&count, 1);
  put(accesses.data(), accesses.size());
  for (const buffer &b : buffers) put((word *)b.at, b.words);
  return fflush(stdout) ? 2 : 0;
}
