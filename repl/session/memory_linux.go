package session

import (
	"os"
	"strconv"
	"strings"
)

// MachineMemory is the memory of the machine, or what its container may use, in
// bytes, and whether that is known.
func MachineMemory() (total int64, known bool) {
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
		if max, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && (max < total || total == 0) {
			total = max
		}
	}
	return total, total > 0
}
