package host

import (
	"syscall"
	"unsafe"
)

// huge asks the system to keep a fresh block in pages of 2 MiB: it then hands out few pages instead of many, and the
// processor finds them faster. Where the system does not want that, nothing changes.
func huge(data []int64) {
	const advice = 14 // MADV_HUGEPAGE
	page := uintptr(syscall.Getpagesize())
	from := (address(data) + page - 1) &^ (page - 1)
	to := (address(data) + uintptr(len(data))*8) &^ (page - 1)
	if from < to {
		_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&data[0]), from-address(data))), to-from), advice)
	}
}
