// A library that looks like libcuda and like libnvrtc, and runs kernels on the processor. Memory of the device is an arena of
// its own, in which fresh and freed words are poison. Environment variables, read at each use, inject faults:
//
//   FAKE_INIT=CODE      cuInit fails
//   FAKE_VERSION=N      the version of CUDA that the driver is for
//   FAKE_DEVICES=N      how many devices there are
//   FAKE_BYTES=N        the memory of the device
//   FAKE_FULL=N         the N-th allocation from now on fails, once
//   FAKE_LAUNCH=N:CODE  the N-th launch from now on fails with a code, once
//   FAKE_STICKY=N:CODE  after the N-th launch from now on everything fails with a code
//   FAKE_GROUP=N        the most threads that a group of any kernel may have
//   FAKE_SLOW=MS        each copy takes so much longer
//   FAKE_WATCH=1        kernels are compiled so that an access outside of all buffers ends the launch, and the device is dead
//   FAKE_LOG=FILE       a line for each thing that should not happen, and how much was left when the device was given back
//   FAKE_SHIM=FILE      the header that kernels are compiled with
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <dlfcn.h>

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "run.h"

namespace {

enum { ok = 0, invalid_value = 1, out_of_memory = 2, no_context = 201, bad_image = 200, not_found = 500, illegal_address = 700, not_supported = 801 };

std::mutex lock;
thread_local void *current; // context
int context;                // its address is the only one
int sticky;                 // what every command fails with
int retained;

const char *setting(const char *name) {
  const char *text = getenv(name);
  return text && *text ? text : nullptr;
}

void note(const char *variable, const std::string &line) {
  if (const char *file = setting(variable)) {
    if (FILE *f = fopen(file, "a")) {
      fprintf(f, "%s\n", line.c_str());
      fclose(f);
    }
  }
}

// counted tells whether the N-th use of something, as a variable N:CODE says, is this one. The variable is unset then.
int counted(const char *name, int otherwise) {
  const char *text = setting(name);
  if (!text) return 0;
  long n = atol(text);
  const char *colon = strchr(text, ':');
  int code = colon ? atoi(colon + 1) : otherwise;
  if (n > 1) {
    setenv(name, (std::to_string(n - 1) + (colon ? colon : "")).c_str(), 1);
    return 0;
  }
  unsetenv(name);
  return code;
}

// The arena. Blocks lie apart, so that an access beside one is in none.
const size_t arena_bytes = (size_t)1 << 36, gap = 4096;
char *arena;
size_t used; // of the arena; it is never used again, so that who uses a freed block is found out
std::map<char *, size_t> blocks;
size_t held;

size_t memory() { const char *text = setting("FAKE_BYTES"); return text ? strtoull(text, nullptr, 10) : (size_t)1 << 32; }

// block is where the block begins in which bytes lie, or null.
char *block(const void *at, size_t bytes) {
  auto b = blocks.upper_bound((char *)at);
  if (b == blocks.begin()) return nullptr;
  --b;
  return (char *)at + bytes <= b->first + b->second ? b->first : nullptr;
}

bool within(const void *at, size_t bytes) { return block(at, bytes); }

bool in_arena(const void *at) { return arena && (char *)at >= arena && (char *)at < arena + arena_bytes; }

// usable is the error of a command that needs the context.
int usable(const char *what) {
  if (sticky) return sticky;
  if (current != &context) {
    note("FAKE_LOG", std::string(what) + " without a context");
    return no_context;
  }
  return ok;
}

struct module {
  void *library;
  std::string file;
};

struct kernel : runnable {
  int params;
  void (**access)(void *, int, int);
};

// access is called before each access of a kernel that is watched.
void access(void *at, int bytes, int) {
  if (in_arena(at) && !within(at, bytes)) longjmp(leave, 1); // otherwise it is a variable of the thread
}

}  // namespace

#define API extern "C" __attribute__((visibility("default"))) int
#define WITH std::lock_guard<std::mutex> locked(lock); if (int code = usable(__func__)) return code

API cuInit(unsigned) { const char *text = setting("FAKE_INIT"); return text ? atoi(text) : ok; }
API cuDriverGetVersion(int *v) { const char *text = setting("FAKE_VERSION"); *v = text ? atoi(text) : 12040; return ok; }
API cuDeviceGetCount(int *n) { const char *text = setting("FAKE_DEVICES"); *n = text ? atoi(text) : 1; return ok; }
API cuDeviceGet(int *device, int number) { *device = number; return ok; }
API cuDeviceGetName(char *name, int size, int) { snprintf(name, size, "fake GPU"); return ok; }
API cuDeviceTotalMem_v2(size_t *bytes, int) { *bytes = memory(); return ok; }
API cuDeviceGetAttribute(int *value, int what, int) {
  switch (what) {
    case 1: *value = 1024; break;
    case 8: *value = 49152; break;
    case 16: *value = 4; break;
    case 75: *value = 9; break;
    default: *value = 0;
  }
  return ok;
}
API cuDevicePrimaryCtxSetFlags_v2(int, unsigned) { return ok; }
API cuDevicePrimaryCtxRetain(void **c, int) { std::lock_guard<std::mutex> locked(lock); retained++; *c = &context; return sticky; }
API cuDevicePrimaryCtxRelease_v2(int) {
  std::lock_guard<std::mutex> locked(lock);
  retained--;
  note("FAKE_LOG", "released: " + std::to_string(blocks.size()) + " blocks left");
  return ok;
}
API cuCtxSetCurrent(void *c) { current = c; return ok; }
API cuCtxSynchronize() { WITH; return ok; }

API cuMemGetInfo_v2(size_t *room, size_t *all) { WITH; *all = memory(); *room = memory() - held; return ok; }
API cuMemAlloc_v2(uintptr_t *at, size_t bytes) {
  WITH;
  if (bytes == 0) return invalid_value;
  if (int code = counted("FAKE_FULL", out_of_memory)) return code;
  if (!arena) {
    void *p = mmap(nullptr, arena_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) return out_of_memory;
    arena = (char *)p;
    used = gap;
  }
  size_t take = (bytes + gap - 1) / gap * gap + gap;
  if (held + bytes > memory() || used + take > arena_bytes) return out_of_memory;
  char *p = arena + used;
  used += take;
  memset(p, 0xa5, bytes);
  blocks[p] = bytes;
  held += bytes;
  *at = (uintptr_t)p;
  return ok;
}
API cuMemFree_v2(uintptr_t at) {
  WITH;
  auto b = blocks.find((char *)at);
  if (b == blocks.end()) {
    note("FAKE_LOG", "a block was freed that there is not");
    return invalid_value;
  }
  size_t whole = (b->second + gap - 1) / gap * gap;
  held -= b->second;
  blocks.erase(b);
  madvise((void *)at, whole, MADV_DONTNEED);
  return ok;
}

static int copied(const void *device, size_t bytes) {
  if (const char *ms = setting("FAKE_SLOW")) usleep(1000 * atoi(ms));
  if (within(device, bytes)) return ok;
  note("FAKE_LOG", "a copy outside of all buffers");
  return invalid_value;
}
API cuMemcpyHtoD_v2(uintptr_t to, const void *from, size_t bytes) { WITH; if (int c = copied((void *)to, bytes)) return c; memcpy((void *)to, from, bytes); return ok; }
API cuMemcpyDtoH_v2(void *to, uintptr_t from, size_t bytes) { WITH; if (int c = copied((void *)from, bytes)) return c; memcpy(to, (void *)from, bytes); return ok; }
API cuMemcpyDtoD_v2(uintptr_t to, uintptr_t from, size_t bytes) {
  WITH;
  if (int c = copied((void *)to, bytes)) return c;
  if (int c = copied((void *)from, bytes)) return c;
  memmove((void *)to, (void *)from, bytes);
  return ok;
}

// An image is its length, and then a library of the system.
API cuModuleLoadDataEx(module **m, const void *image, unsigned, int *, void **) {
  WITH;
  uint64_t n;
  memcpy(&n, image, 8);
  char name[] = "/tmp/fakecudaXXXXXX";
  int fd = mkstemp(name);
  if (fd < 0) return bad_image;
  bool whole = write(fd, (const char *)image + 8, n) == (ssize_t)n;
  close(fd);
  void *library = whole ? dlopen(name, RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (!library) note("FAKE_LOG", dlerror());
  unlink(name);
  if (!library) return bad_image;
  *m = new module{library, name};
  return ok;
}
API cuModuleUnload(module *m) { WITH; delete m; return ok; } // the library stays, as a kernel may have been found in it
API cuModuleGetFunction(kernel **k, module *m, const char *name) {
  WITH;
  void *f = dlsym(m->library, name);
  int *params = (int *)dlsym(m->library, (std::string(name) + "__params").c_str());
  if (!f || !params) return not_found;
  *k = new kernel();
  (*k)->name = name;
  (*k)->at = f;
  (*k)->params = *params;
  (*k)->access = (void (**)(void *, int, int))dlsym(m->library, "fm_access");
  (*k)->size = (dims *)dlsym(m->library, "blockDim");
  (*k)->thread = (dims *(*)())dlsym(m->library, "fm_thread_index");
  (*k)->block = (dims *(*)())dlsym(m->library, "fm_block_index");
  (*k)->meets = *(int *)dlsym(m->library, (std::string(name) + "__meets").c_str());
  (*k)->together = *(int *)dlsym(m->library, (std::string(name) + "__looks").c_str()) && !(*k)->access;
  (*k)->meet = (void (**)())dlsym(m->library, "fm_meet");
  return ok;
}

API cuEventCreate(double **e, unsigned) { WITH; *e = new double(0); return ok; }
API cuEventRecord(double *e, void *) {
  WITH;
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  *e = now.tv_sec * 1e3 + now.tv_nsec / 1e6;
  return ok;
}
API cuEventSynchronize(double *) { WITH; return ok; }
API cuEventElapsedTime(float *ms, double *from, double *to) { WITH; *ms = (float)(*to - *from); return ok; }
API cuEventDestroy_v2(double *e) { WITH; delete e; return ok; }

API cuFuncGetAttribute(int *value, int, kernel *) {
  WITH;
  const char *text = setting("FAKE_GROUP");
  *value = text ? atoi(text) : 1024;
  return ok;
}

API cuLaunchKernel(kernel *k, unsigned groups, unsigned, unsigned, unsigned size, unsigned, unsigned, unsigned, void *, void **args, void **) {
  WITH;
  if (groups == 0 || size == 0 || size > 1024) return invalid_value;
  if (int code = counted("FAKE_LAUNCH", not_supported)) return code;
  word given[128] = {};
  if (k->params > 128) return not_supported;
  for (int i = 0; i < k->params; i++) given[i] = *(word *)args[i];
  if (k->access) *k->access = access;
  bool stray = !run(k, groups, size, given, [](const std::string &name) { note("FAKE_LOG", "in " + name + " some threads of a group wait for others that have ended"); });
  if (stray) sticky = illegal_address;
  if (int code = counted("FAKE_STICKY", illegal_address)) sticky = code;
  return ok;
}

API cuGetErrorName(int code, const char **text) {
  switch (code) {
    case out_of_memory: *text = "CUDA_ERROR_OUT_OF_MEMORY"; return ok;
    case illegal_address: *text = "CUDA_ERROR_ILLEGAL_ADDRESS"; return ok;
    case 719: *text = "CUDA_ERROR_LAUNCH_FAILED"; return ok;
    case 100: *text = "CUDA_ERROR_NO_DEVICE"; return ok;
    case not_found: *text = "CUDA_ERROR_NOT_FOUND"; return ok;
    default: *text = "CUDA_ERROR_OTHER"; return ok;
  }
}
API cuGetErrorString(int code, const char **text) {
  switch (code) {
    case out_of_memory: *text = "out of memory"; return ok;
    case illegal_address: *text = "an illegal memory access was encountered"; return ok;
    case 719: *text = "unspecified launch failure"; return ok;
    case 100: *text = "no CUDA-capable device is detected"; return ok;
    case not_found: *text = "named symbol not found"; return ok;
    default: *text = "another error"; return ok;
  }
}

// The compiler: g++, with the shim before the text.
namespace {
struct program { std::string text, log, image; };

std::string slurp(const std::string &file) {
  std::string all;
  if (FILE *f = fopen(file.c_str(), "rb")) {
    char b[65536];
    for (size_t n; (n = fread(b, 1, sizeof b, f)) > 0;) all.append(b, n);
    fclose(f);
  }
  return all;
}

// counts is how many parameters each kernel has, whether its threads wait for each other, and whether its groups look at what
// others have told, as C++.
std::string counts(const std::string &text) {
  std::string out;
  const std::string begin = "extern \"C\" __global__ ";
  for (size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    size_t type = text.find("void ", at), open = text.find('(', type), close = text.find(')', open);
    std::string name = text.substr(type + 5, open - type - 5), params = text.substr(open + 1, close - open - 1);
    int n = params.find_first_not_of(" \n") != std::string::npos;
    for (char c : params) n += c == ',';
    bool meets = text.substr(at, type - at).find("__launch_bounds__") != std::string::npos;
    bool looks = text.substr(close, text.find(begin, close) - close).find("fm_tell(") != std::string::npos;
    out += "extern \"C\" { extern const int " + name + "__params, " + name + "__meets, " + name + "__looks; const int " + name + "__params = " + std::to_string(n) + ", " + name + "__meets = " + std::to_string(meets) + ", " + name + "__looks = " + std::to_string(looks) + "; }\n";
  }
  return out;
}
}  // namespace

extern "C" __attribute__((visibility("default"))) const char *nvrtcGetErrorString(int code) {
  return code == 0 ? "NVRTC_SUCCESS" : code == 6 ? "NVRTC_ERROR_COMPILATION" : "NVRTC_ERROR_OTHER";
}
API nvrtcVersion(int *major, int *minor) { *major = 0; *minor = 0; return 0; }
API nvrtcCreateProgram(program **p, const char *text, const char *, int, const char *const *, const char *const *) {
  *p = new program{text, "", ""};
  return 0;
}
API nvrtcDestroyProgram(program **p) { delete *p; *p = nullptr; return 0; }
API nvrtcCompileProgram(program *p, int n, const char *const *options) {
  bool contract = true;
  for (int k = 0; k < n; k++) contract = contract && strcmp(options[k], "--fmad=false") != 0;
  char folder[] = "/tmp/fakenvrtcXXXXXX";
  if (!mkdtemp(folder)) return 11;
  std::string at = folder;
  if (FILE *f = fopen((at + "/k.cc").c_str(), "w")) {
    fprintf(f, "#include \"%s\"\n#line 1 \"kernels\"\n%s\n#line 1 \"shim\"\n%s\n", getenv("FAKE_SHIM"), p->text.c_str(), counts(p->text).c_str());
    fclose(f);
  }
  const char *watched = setting("FAKE_WATCH") ? "-DFM_WATCH -fsanitize=thread --param tsan-instrument-func-entry-exit=0 -O0" : "-O1";
  std::string command = "g++ -std=c++17 -w -fPIC -fwrapv -ffp-contract=" + std::string(contract ? "fast" : "off") + " " + watched + " -c -o " + at + "/k.o " + at + "/k.cc 2> " + at + "/log && g++ -shared -o " + at + "/k.so " + at + "/k.o -lm 2>> " + at + "/log";
  int status = system(command.c_str());
  p->log = slurp(at + "/log");
  if (status == 0) {
    std::string so = slurp(at + "/k.so");
    uint64_t length = so.size();
    p->image = std::string((char *)&length, 8) + so;
  }
  status = status ? 6 : 0;
  system(("rm -rf " + at).c_str());
  return status;
}
API nvrtcGetProgramLogSize(program *p, size_t *n) { *n = p->log.size() + 1; return 0; }
API nvrtcGetProgramLog(program *p, char *text) { memcpy(text, p->log.c_str(), p->log.size() + 1); return 0; }
API nvrtcGetPTXSize(program *, size_t *n) { *n = 1; return 0; }
API nvrtcGetPTX(program *, char *text) { *text = 0; return 0; }
API nvrtcGetCUBINSize(program *p, size_t *n) { *n = p->image.size(); return 0; }
API nvrtcGetCUBIN(program *p, char *image) { memcpy(image, p->image.data(), p->image.size()); return 0; }
