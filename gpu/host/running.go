package host

import (
	"os"
	"os/exec"
	"sync"
)

// running are the folders in which compilers work, with the compilers: nil before one has started.
var running = struct {
	sync.Mutex
	in    map[string]*exec.Cmd
	ended bool // the process is about to end: no compiler is started any more
}{in: map[string]*exec.Cmd{}}

// start starts a compiler in its folder.
func start(folder string, cmd *exec.Cmd) error {
	running.Lock()
	defer running.Unlock()
	if running.ended {
		return os.ErrProcessDone
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	running.in[folder] = cmd
	return nil
}

// workplace makes a folder for a compiler. A library that was loaded from it stays loaded when remove takes it away.
func workplace() (folder string, remove func(), err error) {
	running.Lock()
	defer running.Unlock()
	if folder, err = os.MkdirTemp("", "funmem-cc-"); err != nil {
		return "", nil, err
	}
	running.in[folder] = nil
	return folder, func() {
		os.RemoveAll(folder)
		running.Lock()
		defer running.Unlock()
		delete(running.in, folder)
	}, nil
}

// Abandon ends all compilers and takes their folders away, for a process that is about to end.
func Abandon() {
	running.Lock()
	defer running.Unlock()
	running.ended = true
	for folder, cmd := range running.in {
		if cmd != nil {
			cmd.Cancel()
		}
		os.RemoveAll(folder)
	}
}
