package tutor

import (
	"context"
	"embed"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"funmem/eval/data"
	"funmem/eval/verdict"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

//go:embed lessons/*.lesson
var builtIn embed.FS

// BuiltIn are the lessons that come with funmem, in their order.
func BuiltIn() ([]*Lesson, error) {
	files, err := builtIn.ReadDir("lessons")
	if err != nil {
		return nil, err
	}
	var lessons []*Lesson
	for k, f := range files { // their names begin with their numbers
		text, err := builtIn.ReadFile(path.Join("lessons", f.Name()))
		if err != nil {
			return nil, err
		}
		l, err := ReadLesson(diag.NewSource(f.Name(), string(text)))
		if err != nil {
			return nil, err
		}
		_, l.Name, _ = strings.Cut(l.Name, "-")
		l.Number, l.Key = k+1, l.Name
		lessons = append(lessons, l)
	}
	return lessons, nil
}

// FromFile reads the lesson of a file, or the lessons of a folder, in the order of the names of their files.
func FromFile(ctx context.Context, file string) ([]*Lesson, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, diag.Usagef("cannot read %s: %s", file, data.Cause(err))
	}
	paths := []string{file}
	if info.IsDir() {
		if paths, err = filepath.Glob(filepath.Join(file, "*"+Ending)); err != nil || len(paths) == 0 {
			return nil, diag.Usagef("the folder %s has no lessons", file).Helpf("the name of a lesson ends in %s", Ending)
		}
	}
	var lessons []*Lesson
	var errs diag.List
	for _, p := range paths {
		src, err := session.ReadSource(ctx, p, 1<<26)
		if err != nil {
			return nil, err
		}
		l, err := ReadLesson(src, verdict.Poll(ctx))
		if err != nil {
			errs = append(errs, diag.Of(err)...)
			continue
		}
		if l.Key, err = filepath.Abs(p); err != nil {
			l.Key = p
		}
		l.Number = len(lessons) + 1
		lessons = append(lessons, l)
	}
	return lessons, errs.Err()
}

// Find is the lesson with a number or a name, among some.
func Find(lessons []*Lesson, text string) (*Lesson, error) {
	n, err := strconv.Atoi(text)
	k := slices.IndexFunc(lessons, func(l *Lesson) bool {
		return err == nil && l.Number == n || strings.EqualFold(l.Name, text) || strings.EqualFold(l.Title, text)
	})
	if k >= 0 {
		return lessons[k], nil
	}
	var begin []*Lesson
	var names []string
	for _, l := range lessons {
		if strings.HasPrefix(strings.ToLower(l.Name), strings.ToLower(text)) || strings.HasPrefix(strings.ToLower(l.Title), strings.ToLower(text)) {
			begin = append(begin, l)
		}
		names = append(names, l.Name)
	}
	if len(begin) == 1 {
		return begin[0], nil
	}
	d := diag.Usagef("there is no lesson %s", text)
	if near := diag.Nearest(text, names); near != "" {
		return nil, d.Helpf("did you mean `%s`?", near)
	}
	return nil, d.Helpf("there are the lessons 1 to %d: `:tutor list` lists them", len(lessons))
}
