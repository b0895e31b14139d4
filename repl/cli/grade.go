package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf8"

	"funmem/eval/data"
	"funmem/eval/whole"
	"funmem/repl/grade"
	"funmem/repl/session"
	"funmem/semantics/diag"
)

// gradeTime is how long an exercise may take where nobody says, and gradeJobs how many submissions are graded at one time.
const (
	gradeTime = time.Minute
	gradeJobs = 8
)

// gradeJSON is the object of --json.
type gradeJSON struct {
	OK          bool            `json:"ok"` // all submissions have all points
	Tasks       string          `json:"tasks"`
	Title       string          `json:"title,omitempty"`
	Of          grade.Points    `json:"of"`
	Submissions []*grade.Report `json:"submissions"`
}

// Grade is the body of `grade`: points for what students hand in.
func Grade(ctx context.Context, st Streams, o *Options, args []string) error {
	switch {
	case o.Child && len(args) == 0:
		return grade.Child(ctx, st.In, st.Out)
	case o.Child:
		return diag.Usagef("`--child` takes no arguments, and found %s", strings.Join(args, " "))
	case len(args) == 0:
		return diag.Usagef("`funmem grade` needs TASKS SUBMISSION").Helpf("`funmem grade --help` says more")
	case o.Verifies && len(args) > 1:
		return diag.Usagef("`--verify` looks at the exercises alone, and found %s", args[1])
	case !o.Verifies && len(args) < 2:
		return diag.Usagef("`funmem grade` needs TASKS SUBMISSION, and found %s alone", args[0]).Helpf("`--verify` looks at the exercises alone")
	case o.CSV && o.JSON:
		return diag.Usagef("--csv and --json both say how to print").Helpf("leave one of them out")
	}
	srcs, err := taskFiles(ctx, o, args[0])
	if err != nil {
		return err
	}
	tasks, err := grade.Parse(srcs...)
	if err != nil {
		return err
	}
	options := grade.Options{Reveal: o.Reveal, Seed: o.Seed, Memory: o.Settings.Memory}
	if _, err := tasks.Prepare(ctx, options); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	run := &grade.Runner{Command: []string{self, "grade", "--child"}, Time: cmp.Or(o.Time, gradeTime), Jobs: cmp.Or(o.Settings.Threads, min(runtime.NumCPU(), gradeJobs))}
	if o.Verifies {
		return verifyTasks(ctx, st, o, run, tasks, srcs, options)
	}
	folder, err := grade.Open(args[1], o.One)
	if err != nil {
		return err
	}
	defer folder.Close()
	if folder.Other > 0 {
		fmt.Fprintf(st.Err, "note: %s of %s left out: a submission is a file NAME.fun, or a folder\n", diag.Count(folder.Other, "file"), diag.OneLine(args[1]))
	}
	return o.graded(ctx, st, run, tasks, srcs, folder, options)
}

// taskFiles reads a file of exercises, or those of a folder.
func taskFiles(ctx context.Context, o *Options, path string) (list []*diag.Source, err error) {
	paths := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, data.CannotRead(path, err)
		}
		paths = nil
		for _, e := range entries {
			if strings.HasSuffix(e.Name(), ".tasks") || strings.HasSuffix(e.Name(), ".tasks.md") {
				paths = append(paths, filepath.Join(path, e.Name()))
			}
		}
		if len(paths) == 0 {
			return nil, diag.Usagef("there are no exercises in %s", path).Helpf("their files are called NAME.tasks or NAME.tasks.md")
		}
	}
	for _, p := range paths {
		src, err := session.ReadSource(ctx, p, o.Settings.Memory)
		if err != nil {
			return nil, err
		}
		list = append(list, src)
	}
	return list, nil
}

// graded grades submissions and prints what was found out.
func (o *Options) graded(ctx context.Context, st Streams, run *grade.Runner, t *grade.Tasks, srcs []*diag.Source, folder *grade.Folder, options grade.Options) error {
	if o.Out != "" {
		if err := os.MkdirAll(o.Out, 0o777); err != nil {
			return diag.Usagef("cannot write to %s: %s", o.Out, data.Cause(err))
		}
	}
	var reports []*grade.Report
	err := run.Grade(ctx, t, srcs, len(folder.Names), folder.Read, options, func(r *grade.Report) error {
		reports = append(reports, r)
		switch {
		case o.Out != "":
			file := filepath.Join(o.Out, reportName(folder.Names[len(reports)-1], len(reports)))
			if err := whole.WriteFile(file, []byte(r.Text())); err != nil {
				return diag.Usagef("cannot write %s: %s", file, data.Cause(err))
			}
		case !o.JSON && !o.CSV:
			_, err := fmt.Fprintf(st.Out, "%s\n", r.Text())
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	status := gradeStatus(reports)
	switch {
	case o.JSON:
		err = WriteJSON(st.Out, gradeJSON{status == 0, taskNames(srcs), t.Title, t.Points(), reports})
	case o.CSV:
		err = t.CSV(st.Out, reports)
	case len(reports) > 1 || o.Out != "":
		_, err = io.WriteString(st.Out, t.Table(reports)+grade.Summary(reports)+"\n")
	}
	if err == nil && status != 0 {
		return Exit(status)
	}
	return err
}

// longestName is how long the name of a submission may be, in bytes, so that the name of its report is no longer than those
// of files may be.
const longestName = 200

// reportName is the name of the file for the report on submission k, from 1. It has no characters that garble a listing.
func reportName(name string, k int) string {
	name = filepath.Base(name)
	safe := strings.Map(func(r rune) rune {
		if diag.Garbles(r) || r == utf8.RuneError {
			return '_'
		}
		return r
	}, name)
	if safe != name || len(name) > longestName { // and is not the name of another one
		name = fmt.Sprintf("%s-%d", strings.ToValidUTF8(safe[:min(len(safe), longestName)], ""), k)
	}
	return name + ".txt"
}

// taskNames are the names of the files of exercises.
func taskNames(srcs []*diag.Source) string {
	var names []string
	for _, src := range srcs {
		names = append(names, src.Name)
	}
	return strings.Join(names, ", ")
}

// gradeStatus is 0 if all submissions have all points, 3 if points are missing only where something was not decided, and
// else 1.
func gradeStatus(list []*grade.Report) int {
	status := 0
	for _, r := range list {
		switch {
		case r.Full():
		case r.OnlyUndecided():
			status = max(status, 3)
		default:
			return 1
		}
	}
	return status
}

// verifyTasks grades the teacher's own solutions: the reference solution has to get all points, and a wrong one not.
func verifyTasks(ctx context.Context, st Streams, o *Options, run *grade.Runner, t *grade.Tasks, srcs []*diag.Source, options grade.Options) error {
	options.Reveal = true
	list, err := run.Verify(ctx, t, srcs, options)
	if err != nil {
		return err
	}
	ok := true
	for _, v := range list {
		ok = ok && v.OK
	}
	if o.JSON {
		err = WriteJSON(st.Out, map[string]any{"ok": ok, "tasks": taskNames(srcs), "solutions": list})
	} else {
		for _, v := range list {
			if _, err = io.WriteString(st.Out, v.Text()); err != nil {
				return err
			}
		}
	}
	if err == nil && !ok {
		return Exit(1)
	}
	return err
}
