package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"funmem/gpu/host"
)

// Keep writes the lines of the session to a file, whose path it returns, so that a fault of native code loses nothing. The
// entries are those of :restore: programs as they were written, and inputs as the commands that bind them.
func (s *Session) Keep() (path string, err error) {
	folder, err := host.Folder(sessions)
	if err != nil {
		return "", err
	}
	path = filepath.Join(folder, fmt.Sprintf("session-%d.txt", os.Getpid()))
	f, err := os.CreateTemp(folder, "new-session-")
	if err != nil {
		return "", err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(strings.Join(s.lines(), entryEnd))
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return "", err
	}
	return path, os.Rename(f.Name(), path)
}

// sessions is the folder of the files of Keep.
const sessions = "sessions"

// entryEnd stands between the entries of a file of Keep.
const entryEnd = "\n\x00\n"

// lines are the entries as somebody would write them again.
func (s *Session) lines() (list []string) {
	for _, e := range s.Entries {
		switch {
		case e.Input == nil:
			list = append(list, e.Src.Text)
		case e.Input.from == "-":
			list = append(list, "-- the input "+e.Input.Binding.Written()+" came from standard input")
		case e.Input.text != "":
			list = append(list, ":input "+e.Input.text)
		}
	}
	return list
}

// Forget takes away the file of Keep.
func Forget() {
	if folder, err := host.Folder(sessions); err == nil {
		os.Remove(filepath.Join(folder, fmt.Sprintf("session-%d.txt", os.Getpid())))
	}
}

// Left is the newest session that ended without Forget.
type Left struct {
	Entries []string
	Others  int // older ones
	path    string
}

// Done takes its file away.
func (l *Left) Done() { os.Remove(l.path) }

// LeftBehind returns what is left of sessions whose processes are gone, or nil.
func LeftBehind() *Left {
	folder, err := host.Folder(sessions)
	if err != nil {
		return nil
	}
	files, _ := filepath.Glob(filepath.Join(folder, "session-*.txt"))
	var newest int64
	l := &Left{Others: -1}
	for _, f := range files {
		var pid int
		info, err := os.Lstat(f)
		if _, e := fmt.Sscanf(filepath.Base(f), "session-%d.txt", &pid); e != nil || err != nil || !host.Private(info) || alive(pid) {
			continue
		}
		l.Others++
		if t := info.ModTime().UnixNano(); t > newest {
			newest, l.path = t, f
		}
	}
	text, err := os.ReadFile(l.path)
	if err != nil {
		return nil
	}
	l.Entries = strings.Split(string(text), entryEnd)
	return l
}
