#ifndef FUNMEM_CUDA_BRIDGE_H
#define FUNMEM_CUDA_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

/* Contexts, modules, kernels and programs: pointers of the libraries. Addresses in the memory of a device. */
typedef uintptr_t handle;

/* The driver's library, libcuda. Each function returns a code of the driver, and 0 is success. */
const char *cu_open(const char *path); /* why the library cannot be used, or 0 */
int cu_start(int *version, int *devices);
int cu_device(int number, int *device, char *name, int size, size_t *bytes);
int cu_attribute(int device, int what, int *value);
int cu_context(int device, handle *context);
int cu_release(int device);
const char *cu_error_name(int code);
const char *cu_error_text(int code);

/* Each of these makes the context the one of its thread first. */
int cu_alloc(handle context, size_t bytes, handle *address);
int cu_free(handle context, handle address);
int cu_room(handle context, size_t *free_bytes, size_t *all_bytes);
int cu_write(handle context, handle to, const void *data, size_t bytes);
int cu_read(handle context, handle from, void *data, size_t bytes);
int cu_copy(handle context, handle to, handle from, size_t bytes);
int cu_load(handle context, const void *image, handle *module);
int cu_unload(handle context, handle module);
int cu_group(handle context, handle kernel, int *most); /* the most threads that a group of it may have */
int cu_kernel(handle context, handle module, const char *name, handle *kernel);
int cu_launch(handle context, handle kernel, unsigned groups, unsigned size, uint32_t n, const uint64_t *args); /* addresses and words */
int cu_mark(handle context, handle *event); /* notes when it is reached */
int cu_between(handle context, handle from, handle to, float *ms); /* waits for the latter */
int cu_unmark(handle context, handle event);
int cu_wait(handle context);

/* The compiler's library, libnvrtc. Codes of its own. */
handle rtc_open(const char *builtins, const char *path, const char **why); /* builtins: a library that it needs beside itself, or 0 */
int rtc_version(handle compiler, int *major, int *minor);
int rtc_compile(handle compiler, const char *text, const char *name, int n, const char *const *options, handle *program); /* program has a log, also if it fails */
int rtc_log_size(handle compiler, handle program, size_t *bytes);
int rtc_log(handle compiler, handle program, char *text);
int rtc_ptx_size(handle compiler, handle program, size_t *bytes);
int rtc_ptx(handle compiler, handle program, char *text);
int rtc_cubin_size(handle compiler, handle program, size_t *bytes);
int rtc_cubin(handle compiler, handle program, char *image);
void rtc_drop(handle compiler, handle program);
const char *rtc_error_text(handle compiler, int code);

#endif
