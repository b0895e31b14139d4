package child

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// LimitMemory limits the address space of this process: to what the runtime has reserved already, and then twice the memory of
// an evaluation, since a collector needs room, and the stack.
func LimitMemory(memory, stack int64) error {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return err
	}
	var pages int64
	if _, err := fmt.Fscan(strings.NewReader(string(text)), &pages); err != nil {
		return err
	}
	return Lower(unix.RLIMIT_AS, uint64(pages*int64(os.Getpagesize())+2*memory+2*stack))
}
