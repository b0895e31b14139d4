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
	"regexp"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
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

// TestNarrow: in a terminal of 80 columns all that a lesson shows fits, and breaks between words.
func TestNarrow(t *testing.T) {
	person, program := terminal(t)
	cmd, screen := started(t, person, program, "FUNMEM_TUTOR=")
	enter := func(text, awaited string) {
		t.Helper()
		io.WriteString(person, text+"\r")
		await(t, person, screen, awaited)
	}
	enter(":tutor list", "is what comes next")
	enter(":tutor lmads", "step 1 of")
	enter("", "step 2 of")
	enter("", "step 3 of")
	enter("", "step 4 of")
	enter("7", "Try once more")
	enter("x[9, 9]", "out of bounds")
	enter("let x = 7", "still needs")
	enter("let x = kernel i <= 3 do", "..>")
	enter(" replicate(2, nobody)", "not known")
	enter(":help", ":quit")
	enter(":help heap", "step 4 of")
	enter(":tutor leave", "session")
	enter("let (m : mem) = alloc 6", "m : mem")
	enter("let (p : [3] @ m -> 5 + {(3 : 1)}) = iota 3", "is not stuck")
	enter(":quit", "\x1b[?2004l")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	plain := regexp.MustCompile("\x1b\\[[0-9;?]*[a-zA-Z]").ReplaceAllString(screen.String(), "")
	long := 0
	for _, line := range strings.Split(strings.ReplaceAll(plain, "\r\n", "\n"), "\n") {
		if strings.Contains(line, "]> ") || strings.Contains(line, "\r") { // what was typed
			continue
		}
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		} else if n > 60 {
			long++
		}
	}
	if long < 20 {
		t.Errorf("only %d long lines: the test shows little", long)
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

// TestEdit checks that :edit gives the terminal to the editor as the user has it, and takes it back; that what the editor
// leaves is entered; that a wrong entry is opened again; and that an editor which fails enters nothing.
func TestEdit(t *testing.T) {
	if _, err := exec.LookPath("stty"); err != nil {
		t.Skip("there is no stty here: ", err)
	}
	editor := filepath.Join(t.TempDir(), "an editor")
	script := "#!/bin/sh\nstty -a | grep -q ' icanon' || exit 4\n[ -t 1 ] && [ -t 2 ] || exit 5\necho opened: $1 $(cat \"$2\")\nread what by\n" +
		"[ \"$what\" = fail ] && exit 3\nsed -i \"s/$what/$by/\" \"$2\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	person, program := terminal(t)
	before := modes(t, program)
	cmd, screen := started(t, person, program, "VISUAL=", `EDITOR="`+editor+`" -x`)
	raw := modes(t, program)
	for _, step := range [][2]string{
		{":edit\r", "nothing was entered yet"},
		{"def f (n : int) = n + one\r", "`one` is not known"},
		{":edit\r", "opened: -x def f (n : int) = n + one"},
		{"one two\r", "`two` is not known"}, // what was wrong comes again
		{":edit\r", "opened: -x def f (n : int) = n + two"},
		{"two 40\r", " : (n : int) -> int"},
		{"f(2)\r", "42"},
		{":edit f\r", "opened: -x def f (n : int) = n + 40"},
		{"fail now\r", "status 3"},
		{":edit f\r", "opened: -x def f (n : int) = n + 40"},
		{"none none\r", "nothing has changed"},
		{":edit ff\r", "did you mean `f`?"},
		{":input z=3\r", "int"},
		{":edit z\r", "`z` is an input, and has no text"},
	} {
		from := screen.Len()
		io.WriteString(person, step[0])
		await(t, person, screen, step[1])
		if strings.HasPrefix(step[1], "opened") {
			continue
		}
		if at := strings.Index(screen.String()[from:], step[1]); !strings.Contains(screen.String()[from+at:], "]>") {
			await(t, person, screen, "]>")
		}
		if modes(t, program) != raw {
			t.Errorf("after %q the terminal is not in raw mode at the prompt", step[0])
		}
	}
	io.WriteString(person, ":quit\r")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if modes(t, program) != before {
		t.Error("the terminal is not as it was")
	}

	person, program = terminal(t)
	cmd, screen = started(t, person, program, "VISUAL=", "EDITOR=", "PATH=")
	io.WriteString(person, "1\r:edit\r")
	await(t, person, screen, "there is no editor: neither VISUAL nor EDITOR is set")
	io.WriteString(person, ":quit\r")
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}
