#ifndef FUNMEM_OPENCL_BRIDGE_H
#define FUNMEM_OPENCL_BRIDGE_H

#include <stddef.h>
#include <stdint.h>

/* Platforms, devices, contexts, queues, buffers, programs and kernels: pointers of the library. */
typedef uintptr_t handle;

/* Each function returns a code of OpenCL, of which 0 is success. */
const char *ocl_open(const char *name); /* why the library cannot be used, or 0 */
int32_t ocl_platforms(uint32_t most, handle *list, uint32_t *n);
int32_t ocl_devices(handle platform, uint64_t kinds, uint32_t most, handle *list, uint32_t *n);
int32_t ocl_platform_info(handle platform, uint32_t what, size_t size, void *value);
int32_t ocl_device_info(handle device, uint32_t what, size_t size, void *value);
handle ocl_context(handle device, int32_t *code);
handle ocl_queue(handle context, handle device, int32_t *code);
handle ocl_buffer(handle context, size_t bytes, int32_t *code);
int32_t ocl_write(handle queue, handle buffer, size_t at, size_t bytes, const void *data);
int32_t ocl_read(handle queue, handle buffer, size_t at, size_t bytes, void *data);
int32_t ocl_copy(handle queue, handle from, handle to, size_t at_from, size_t at_to, size_t bytes);
handle ocl_program(handle context, const char *text, size_t bytes, int32_t *code);
int32_t ocl_build(handle program, handle device, const char *options);
size_t ocl_build_log(handle program, handle device, size_t size, char *log); /* how many bytes it has */
handle ocl_kernel(handle program, const char *name, int32_t *code);
size_t ocl_group(handle kernel, handle device); /* the most threads that a group of it may have; 0: not known */
int32_t ocl_launch(handle queue, handle kernel, size_t all, size_t group, uint32_t n, const uint64_t *args); /* buffers and words */
int32_t ocl_finish(handle queue);
void ocl_release_buffer(handle buffer);
void ocl_release_kernel(handle kernel);
void ocl_release_program(handle program);
void ocl_release(handle queue, handle context);

#endif
