//go:build cgo && linux

#include "bridge.h"

#include <dlfcn.h>
#include <stdlib.h>

/* The functions as the libraries have them. Those of memory have _v2 in their names: those without are of another ABI, with
   addresses of 32 bits. */
static struct {
	int (*Init)(unsigned);
	int (*DriverGetVersion)(int *);
	int (*DeviceGetCount)(int *);
	int (*DeviceGet)(int *, int);
	int (*DeviceGetName)(char *, int, int);
	int (*DeviceTotalMem)(size_t *, int);
	int (*DeviceGetAttribute)(int *, int, int);
	int (*DevicePrimaryCtxSetFlags)(int, unsigned);
	int (*DevicePrimaryCtxRetain)(handle *, int);
	int (*DevicePrimaryCtxRelease)(int);
	int (*CtxSetCurrent)(handle);
	int (*CtxSynchronize)(void);
	int (*MemAlloc)(handle *, size_t);
	int (*MemFree)(handle);
	int (*MemGetInfo)(size_t *, size_t *);
	int (*MemcpyHtoD)(handle, const void *, size_t);
	int (*MemcpyDtoH)(void *, handle, size_t);
	int (*MemcpyDtoD)(handle, handle, size_t);
	int (*ModuleLoadDataEx)(handle *, const void *, unsigned, int *, void **);
	int (*ModuleUnload)(handle);
	int (*ModuleGetFunction)(handle *, handle, const char *);
	int (*FuncGetAttribute)(int *, int, handle);
	int (*EventCreate)(handle *, unsigned);
	int (*EventRecord)(handle, handle);
	int (*EventSynchronize)(handle);
	int (*EventElapsedTime)(float *, handle, handle);
	int (*EventDestroy)(handle);
	int (*LaunchKernel)(handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, handle, void **, void **);
	int (*GetErrorName)(int, const char **);
	int (*GetErrorString)(int, const char **);
} cu;

struct rtc {
	const char *(*GetErrorString)(int);
	int (*Version)(int *, int *);
	int (*CreateProgram)(handle *, const char *, const char *, int, const char *const *, const char *const *);
	int (*CompileProgram)(handle, int, const char *const *);
	int (*DestroyProgram)(handle *);
	int (*GetProgramLogSize)(handle, size_t *);
	int (*GetProgramLog)(handle, char *);
	int (*GetPTXSize)(handle, size_t *);
	int (*GetPTX)(handle, char *);
	int (*GetCUBINSize)(handle, size_t *);
	int (*GetCUBIN)(handle, char *);
};

struct function { const char *name; void *at; };

/* find opens a library and finds its functions. */
static const char *find(const char *path, const struct function *list, size_t n) {
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!library) return dlerror();
	for (size_t k = 0; k < n; k++) {
		void *f = dlsym(library, list[k].name);
		if (!f) return dlerror();
		*(void **)list[k].at = f;
	}
	return 0;
}

const char *cu_open(const char *path) {
#define FIND(f) { "cu" #f, &cu.f }
#define FIND2(f) { "cu" #f "_v2", &cu.f }
	static const struct function functions[] = {
		FIND(Init), FIND(DriverGetVersion), FIND(DeviceGetCount), FIND(DeviceGet), FIND(DeviceGetName), FIND2(DeviceTotalMem),
		FIND(DeviceGetAttribute), FIND2(DevicePrimaryCtxSetFlags), FIND(DevicePrimaryCtxRetain), FIND2(DevicePrimaryCtxRelease),
		FIND(CtxSetCurrent), FIND(CtxSynchronize), FIND2(MemAlloc), FIND2(MemFree), FIND2(MemGetInfo), FIND2(MemcpyHtoD),
		FIND2(MemcpyDtoH), FIND2(MemcpyDtoD), FIND(ModuleLoadDataEx), FIND(ModuleUnload), FIND(ModuleGetFunction), FIND(FuncGetAttribute),
		FIND(EventCreate), FIND(EventRecord), FIND(EventSynchronize), FIND(EventElapsedTime), FIND2(EventDestroy), FIND(LaunchKernel),
		FIND(GetErrorName), FIND(GetErrorString),
	};
	return find(path, functions, sizeof functions / sizeof *functions);
}

int cu_start(int *version, int *devices) {
	int code = cu.Init(0);
	if (!code) code = cu.DriverGetVersion(version);
	return code ? code : cu.DeviceGetCount(devices);
}

int cu_device(int number, int *device, char *name, int size, size_t *bytes) {
	int code = cu.DeviceGet(device, number);
	if (!code) code = cu.DeviceGetName(name, size, *device);
	return code ? code : cu.DeviceTotalMem(bytes, *device);
}

int cu_attribute(int device, int what, int *value) { return cu.DeviceGetAttribute(value, what, device); }

int cu_context(int device, handle *context) {
	cu.DevicePrimaryCtxSetFlags(device, 4); /* who waits sleeps. If somebody else has the context, it stays as it is */
	return cu.DevicePrimaryCtxRetain(context, device);
}

int cu_release(int device) { return cu.DevicePrimaryCtxRelease(device); }

const char *cu_error_name(int code) {
	const char *text = 0;
	return cu.GetErrorName(code, &text) ? 0 : text;
}

const char *cu_error_text(int code) {
	const char *text = 0;
	return cu.GetErrorString(code, &text) ? 0 : text;
}

/* The current context belongs to a thread, and who calls may come from any. */
#define WITH(context, call) do { int code = cu.CtxSetCurrent(context); return code ? code : (call); } while (0)

int cu_alloc(handle context, size_t bytes, handle *address) { WITH(context, cu.MemAlloc(address, bytes)); }
int cu_free(handle context, handle address) { WITH(context, cu.MemFree(address)); }
int cu_room(handle context, size_t *free_bytes, size_t *all_bytes) { WITH(context, cu.MemGetInfo(free_bytes, all_bytes)); }
int cu_write(handle context, handle to, const void *data, size_t bytes) { WITH(context, cu.MemcpyHtoD(to, data, bytes)); }
int cu_read(handle context, handle from, void *data, size_t bytes) { WITH(context, cu.MemcpyDtoH(data, from, bytes)); }
int cu_copy(handle context, handle to, handle from, size_t bytes) { WITH(context, cu.MemcpyDtoD(to, from, bytes)); }
int cu_load(handle context, const void *image, handle *module) { WITH(context, cu.ModuleLoadDataEx(module, image, 0, 0, 0)); }
int cu_unload(handle context, handle module) { WITH(context, cu.ModuleUnload(module)); }
static int cu_marked(handle *event) {
	int code = cu.EventCreate(event, 0);
	if (code) return code;
	code = cu.EventRecord(*event, 0);
	if (code) cu.EventDestroy(*event);
	return code;
}
int cu_mark(handle context, handle *event) { WITH(context, cu_marked(event)); }
int cu_between(handle context, handle from, handle to, float *ms) {
	int code = cu.CtxSetCurrent(context);
	if (!code) code = cu.EventSynchronize(to);
	return code ? code : cu.EventElapsedTime(ms, from, to);
}
int cu_unmark(handle context, handle event) { WITH(context, cu.EventDestroy(event)); }
int cu_group(handle context, handle kernel, int *most) { WITH(context, cu.FuncGetAttribute(most, 0, kernel)); }
int cu_kernel(handle context, handle module, const char *name, handle *kernel) { WITH(context, cu.ModuleGetFunction(kernel, module, name)); }
int cu_wait(handle context) { WITH(context, cu.CtxSynchronize()); }

/* The driver reads as many arguments as the kernel has, whatever it is given, so that those which are missing are 0. */
enum { most_args = 512 };

int cu_launch(handle context, handle kernel, unsigned groups, unsigned size, uint32_t n, const uint64_t *args) {
	static const uint64_t none = 0;
	void *list[most_args];
	if (n > most_args) return 1; /* an invalid value */
	for (uint32_t k = 0; k < most_args; k++) list[k] = (void *)(k < n ? &args[k] : &none);
	WITH(context, cu.LaunchKernel(kernel, groups, 1, 1, size, 1, 1, 0, 0, list, 0));
}

handle rtc_open(const char *builtins, const char *path, const char **why) {
	struct rtc rtc, *kept;
#define FINDRTC(f) { "nvrtc" #f, &rtc.f }
	const struct function functions[] = {
		FINDRTC(GetErrorString), FINDRTC(Version), FINDRTC(CreateProgram), FINDRTC(CompileProgram), FINDRTC(DestroyProgram),
		FINDRTC(GetProgramLogSize), FINDRTC(GetProgramLog), FINDRTC(GetPTXSize), FINDRTC(GetPTX), FINDRTC(GetCUBINSize), FINDRTC(GetCUBIN),
	};
	if (builtins && !dlopen(builtins, RTLD_NOW | RTLD_GLOBAL)) { /* otherwise it looks for them where it may not be itself */
		*why = dlerror();
		return 0;
	}
	if ((*why = find(path, functions, sizeof functions / sizeof *functions))) return 0;
	if (!(kept = malloc(sizeof rtc))) {
		*why = "out of memory";
		return 0;
	}
	*kept = rtc; /* the library is never closed */
	return (handle)kept;
}

#define RTC(compiler) ((const struct rtc *)(compiler))

int rtc_version(handle c, int *major, int *minor) { return RTC(c)->Version(major, minor); }

int rtc_compile(handle c, const char *text, const char *name, int n, const char *const *options, handle *program) {
	int code = RTC(c)->CreateProgram(program, text, name, 0, 0, 0);
	if (code) {
		*program = 0;
		return code;
	}
	return RTC(c)->CompileProgram(*program, n, options);
}

int rtc_log_size(handle c, handle program, size_t *bytes) { return RTC(c)->GetProgramLogSize(program, bytes); }
int rtc_log(handle c, handle program, char *text) { return RTC(c)->GetProgramLog(program, text); }
int rtc_ptx_size(handle c, handle program, size_t *bytes) { return RTC(c)->GetPTXSize(program, bytes); }
int rtc_ptx(handle c, handle program, char *text) { return RTC(c)->GetPTX(program, text); }
int rtc_cubin_size(handle c, handle program, size_t *bytes) { return RTC(c)->GetCUBINSize(program, bytes); }
int rtc_cubin(handle c, handle program, char *image) { return RTC(c)->GetCUBIN(program, image); }
void rtc_drop(handle c, handle program) { if (program) RTC(c)->DestroyProgram(&program); }
const char *rtc_error_text(handle c, int code) { return RTC(c)->GetErrorString(code); }
