package repl

import (
	"os"
	"strconv"
	"strings"
)

// halfOfMemory is half of the memory of the machine, or of what its container
// may use, in bytes.
func halfOfMemory() int64 {
	total := int64(fallbackMemory)
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		for _, line := range strings.Split(string(text), "\n") {
			if f := strings.Fields(line); len(f) >= 2 && f[0] == "MemTotal:" {
				if kb, err := strconv.ParseInt(f[1], 10, 64); err == nil {
					total = kb << 10
				}
			}
		}
	}
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		if max, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && max < total {
			total = max
		}
	}
	return total / 2
}
