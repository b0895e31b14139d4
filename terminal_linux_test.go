package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// control does an ioctl on a terminal.
func control(t *testing.T, f *os.File, request uintptr, arg unsafe.Pointer) {
	t.Helper()
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(arg)); e != 0 {
		t.Fatal("ioctl: ", e)
	}
}

// terminal opens a new terminal and returns both sides: the person's and the program's.
func terminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminal can be made here: ", err)
	}
	t.Cleanup(func() { person.Close() })
	var unlock, n int32
	control(t, person, syscall.TIOCSPTLCK, unsafe.Pointer(&unlock))
	control(t, person, syscall.TIOCGPTN, unsafe.Pointer(&n))
	if program, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		t.Skip("no terminal can be made here: ", err)
	}
	t.Cleanup(func() { program.Close() })
	size := [4]uint16{24, 80}
	control(t, person, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	return person, program
}

func modes(t *testing.T, f *os.File) (m syscall.Termios) {
	t.Helper()
	control(t, f, syscall.TCGETS, unsafe.Pointer(&m))
	return m
}

// started runs the REPL on a terminal, and returns when it is at its prompt.
func started(t *testing.T, person, program *os.File, env ...string) (cmd *exec.Cmd, screen *bytes.Buffer) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "funmem")
	if err := os.Symlink(exe, name); err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(name)
	cmd.Env = append(append(os.Environ(), "TERM=xterm", "NO_COLOR=", "FUNMEM_HISTORY="), env...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	screen = new(bytes.Buffer)
	await(t, person, screen, "[1]>")
	return cmd, screen
}

// await reads what the program shows until a new occurrence of a text appears.
func await(t *testing.T, person *os.File, screen *bytes.Buffer, text string) {
	t.Helper()
	chunk := make([]byte, 4096)
	for from := screen.Len(); !strings.Contains(screen.String()[from:], text); {
		n, err := person.Read(chunk)
		screen.Write(chunk[:n])
		if err != nil {
			t.Fatalf("%q does not come: %v; the screen is %q", text, err, screen)
		}
	}
}

// TestEnded checks that a process gives its terminal back when it is told to end, at the prompt and
// in the middle of an evaluation.
func TestEnded(t *testing.T) {
	// The REPL would inherit signals that this process ignores, as under nohup, but not those that
	// it is notified of.
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGHUP)
	defer signal.Stop(told)
	for _, c := range []struct {
		by     syscall.Signal
		typed  string
		awaits string
	}{
		{syscall.SIGTERM, "", ""},
		{syscall.SIGHUP, "", ""},
		{syscall.SIGQUIT, "", ""},
		{syscall.SIGTERM, "1 + (2", "2"},
		{syscall.SIGTERM, "kernel i <= 100000 do reduce (+) 0 (kernel j <= 100000 do i * j % 1000)\r", "running"},
	} {
		person, program := terminal(t)
		before := modes(t, program)
		cmd, screen := started(t, person, program)
		if modes(t, program) == before {
			t.Fatal("the terminal is not in raw mode at the prompt: the test shows nothing")
		}
		if c.typed != "" {
			io.WriteString(person, c.typed)
			await(t, person, screen, c.awaits)
		}
		if err := cmd.Process.Signal(c.by); err != nil {
			t.Fatal(err)
		}
		var ended *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &ended) || ended.ExitCode() != 128+int(c.by) {
			t.Errorf("%s: it ended with %v", c.by, err)
		}
		if modes(t, program) != before {
			t.Errorf("%s after %q: the terminal is not as it was", c.by, c.typed)
		}
		program.Write([]byte("~over~"))
		await(t, person, screen, "~over~")
		if on, off := strings.LastIndex(screen.String(), "\x1b[?2004h"), strings.LastIndex(screen.String(), "\x1b[?2004l"); on > off {
			t.Errorf("%s after %q: bracketed paste stays on: %q", c.by, c.typed, screen)
		}
	}
}

// TestRawTerminal checks that on a terminal there are colours, and that no control codes from
// outside get through.
func TestRawTerminal(t *testing.T) {
	person, program := terminal(t)
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte("1 -- \x1b[32mgreen\u202e\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, screen := started(t, person, program, "FUNMEM_HISTORY="+path)
	io.WriteString(person, "\x1b[A\r")
	await(t, person, screen, "[2]>")
	io.WriteString(person, ":history\r")
	await(t, person, screen, "  :history\r\n")
	io.WriteString(person, ":load nothing\r:quit\r")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	program.Write([]byte("~over~"))
	await(t, person, screen, "~over~")
	if text := screen.String(); strings.Contains(text, "\x1b[32mgreen") || strings.Contains(text, "\u202e") || strings.Count(text, `\x1b[32mgreen\u202e`) < 3 || !strings.Contains(text, "\x1b[31;1musage error") {
		t.Errorf("%q", text)
	}
}
