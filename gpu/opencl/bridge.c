//go:build cgo && linux

#include "bridge.h"

#include <dlfcn.h>

/* The functions as the standard declares them. Enumerations are 32 bits, and bit fields 64. */
static struct {
	int32_t (*GetPlatformIDs)(uint32_t, handle *, uint32_t *);
	int32_t (*GetPlatformInfo)(handle, uint32_t, size_t, void *, size_t *);
	int32_t (*GetDeviceIDs)(handle, uint64_t, uint32_t, handle *, uint32_t *);
	int32_t (*GetDeviceInfo)(handle, uint32_t, size_t, void *, size_t *);
	handle (*CreateContext)(const intptr_t *, uint32_t, const handle *, void (*)(const char *, const void *, size_t, void *), void *, int32_t *);
	int32_t (*ReleaseContext)(handle);
	handle (*CreateCommandQueue)(handle, handle, uint64_t, int32_t *);
	int32_t (*ReleaseCommandQueue)(handle);
	handle (*CreateBuffer)(handle, uint64_t, size_t, void *, int32_t *);
	int32_t (*ReleaseMemObject)(handle);
	int32_t (*EnqueueWriteBuffer)(handle, handle, uint32_t, size_t, size_t, const void *, uint32_t, const handle *, handle *);
	int32_t (*EnqueueReadBuffer)(handle, handle, uint32_t, size_t, size_t, void *, uint32_t, const handle *, handle *);
	int32_t (*EnqueueCopyBuffer)(handle, handle, handle, size_t, size_t, size_t, uint32_t, const handle *, handle *);
	handle (*CreateProgramWithSource)(handle, uint32_t, const char **, const size_t *, int32_t *);
	int32_t (*BuildProgram)(handle, uint32_t, const handle *, const char *, void (*)(handle, void *), void *);
	int32_t (*GetProgramBuildInfo)(handle, handle, uint32_t, size_t, void *, size_t *);
	int32_t (*ReleaseProgram)(handle);
	handle (*CreateKernel)(handle, const char *, int32_t *);
	int32_t (*GetKernelWorkGroupInfo)(handle, handle, uint32_t, size_t, void *, size_t *);
	int32_t (*ReleaseKernel)(handle);
	int32_t (*SetKernelArg)(handle, uint32_t, size_t, const void *);
	int32_t (*EnqueueNDRangeKernel)(handle, handle, uint32_t, const size_t *, const size_t *, const size_t *, uint32_t, const handle *, handle *);
	int32_t (*Flush)(handle);
	int32_t (*Finish)(handle);
} cl;

const char *ocl_open(const char *name) {
	static const struct { const char *name; void *at; } functions[] = {
#define FIND(f) { "cl" #f, &cl.f }
		FIND(GetPlatformIDs), FIND(GetPlatformInfo), FIND(GetDeviceIDs), FIND(GetDeviceInfo), FIND(CreateContext),
		FIND(ReleaseContext), FIND(CreateCommandQueue), FIND(ReleaseCommandQueue), FIND(CreateBuffer), FIND(ReleaseMemObject),
		FIND(EnqueueWriteBuffer), FIND(EnqueueReadBuffer), FIND(EnqueueCopyBuffer), FIND(CreateProgramWithSource),
		FIND(BuildProgram), FIND(GetProgramBuildInfo), FIND(ReleaseProgram), FIND(CreateKernel), FIND(GetKernelWorkGroupInfo), FIND(ReleaseKernel),
		FIND(SetKernelArg), FIND(EnqueueNDRangeKernel), FIND(Flush), FIND(Finish),
	};
	void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!library) return dlerror();
	for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
		void *f = dlsym(library, functions[k].name);
		if (!f) return dlerror();
		*(void **)functions[k].at = f;
	}
	return 0;
}

int32_t ocl_platforms(uint32_t most, handle *list, uint32_t *n) { return cl.GetPlatformIDs(most, list, n); }
int32_t ocl_devices(handle p, uint64_t kinds, uint32_t most, handle *list, uint32_t *n) { return cl.GetDeviceIDs(p, kinds, most, list, n); }
int32_t ocl_platform_info(handle p, uint32_t what, size_t size, void *value) { return cl.GetPlatformInfo(p, what, size, value, 0); }
int32_t ocl_device_info(handle d, uint32_t what, size_t size, void *value) { return cl.GetDeviceInfo(d, what, size, value, 0); }
handle ocl_context(handle d, int32_t *code) { return cl.CreateContext(0, 1, &d, 0, 0, code); }
handle ocl_queue(handle c, handle d, int32_t *code) { return cl.CreateCommandQueue(c, d, 0, code); }
handle ocl_buffer(handle c, size_t bytes, int32_t *code) { return cl.CreateBuffer(c, 1 /* read and write */, bytes, 0, code); }
int32_t ocl_write(handle q, handle b, size_t at, size_t bytes, const void *data) { return cl.EnqueueWriteBuffer(q, b, 1, at, bytes, data, 0, 0, 0); }
int32_t ocl_read(handle q, handle b, size_t at, size_t bytes, void *data) { return cl.EnqueueReadBuffer(q, b, 1, at, bytes, data, 0, 0, 0); }
int32_t ocl_copy(handle q, handle from, handle to, size_t at_from, size_t at_to, size_t bytes) { return cl.EnqueueCopyBuffer(q, from, to, at_from, at_to, bytes, 0, 0, 0); }
handle ocl_program(handle c, const char *text, size_t bytes, int32_t *code) { return cl.CreateProgramWithSource(c, 1, &text, &bytes, code); }
int32_t ocl_build(handle p, handle d, const char *options) { return cl.BuildProgram(p, 1, &d, options, 0, 0); }
size_t ocl_build_log(handle p, handle d, size_t size, char *log) {
	size_t n = 0;
	cl.GetProgramBuildInfo(p, d, 0x1183, size, log, &n);
	return n;
}
handle ocl_kernel(handle p, const char *name, int32_t *code) { return cl.CreateKernel(p, name, code); }
size_t ocl_group(handle k, handle d) {
	size_t n = 0;
	return cl.GetKernelWorkGroupInfo(k, d, 0x11B0, sizeof n, &n, 0) ? 0 : n;
}
int32_t ocl_launch(handle q, handle k, size_t all, size_t group, uint32_t n, const uint64_t *args) {
	int32_t code = 0;
	for (uint32_t at = 0; at < n && !code; at++) code = cl.SetKernelArg(k, at, sizeof args[at], &args[at]); /* a buffer is a pointer */
	if (!code) code = cl.EnqueueNDRangeKernel(q, k, 1, 0, &all, &group, 0, 0, 0);
	return code ? code : cl.Flush(q);
}
int32_t ocl_finish(handle q) { return cl.Finish(q); }
void ocl_release_buffer(handle b) { cl.ReleaseMemObject(b); }
void ocl_release_kernel(handle k) { cl.ReleaseKernel(k); }
void ocl_release_program(handle p) { cl.ReleaseProgram(p); }
void ocl_release(handle q, handle c) {
	if (q) cl.ReleaseCommandQueue(q);
	if (c) cl.ReleaseContext(c);
}
