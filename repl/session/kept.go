package session

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Keep writes the lines of the session to a file, whose path it returns, so that a fault of native code loses nothing. The
// entries are those of :restore: programs as they were written, and inputs as the commands that bind them.
func (s *Session) Keep() (path string, err error) {
	folder, err := keptFolder()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
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
		case e.Input.from != "":
			list = append(list, ":input "+e.Input.Binding.Written()+"="+e.Input.from)
		}
	}
	return list
}

// Forget takes away the file of Keep.
func Forget() {
	if folder, err := keptFolder(); err == nil {
		os.Remove(filepath.Join(folder, fmt.Sprintf("session-%d.txt", os.Getpid())))
	}
}

// Left is the entries of a session that ended without Forget, and takes its file away. ok is false if there is none.
func Left() (entries []string, ok bool) {
	path := leftBehind()
	if path == "" {
		return nil, false
	}
	text, err := os.ReadFile(path)
	if err != nil || os.Remove(path) != nil {
		return nil, false
	}
	return strings.Split(string(text), entryEnd), true
}

// HasLeft tells whether there is something for Left.
func HasLeft() bool { return leftBehind() != "" }

// leftBehind is the newest file of a process that is gone, or "".
func leftBehind() (path string) {
	folder, err := keptFolder()
	if err != nil {
		return ""
	}
	files, _ := filepath.Glob(filepath.Join(folder, "session-*.txt"))
	var newest int64
	for _, f := range files {
		var pid int
		info, err := os.Lstat(f)
		if _, e := fmt.Sscanf(filepath.Base(f), "session-%d.txt", &pid); e != nil || err != nil || !info.Mode().IsRegular() || alive(pid) {
			continue
		}
		if t := info.ModTime().UnixNano(); t > newest {
			newest, path = t, f
		}
	}
	return path
}

func keptFolder() (string, error) {
	dir, err := os.UserCacheDir()
	return filepath.Join(dir, "funmem", "sessions"), err
}
