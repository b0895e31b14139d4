package repl

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"funmem/repl/cli"
	"funmem/repl/paint"
	"funmem/repl/tutor"
	"funmem/repl/view"
	"funmem/semantics/diag"

	"funmem/eval/data"
	"funmem/eval/whole"
)

// Tutor is the body of `tutor`: the REPL in a lesson, or what there is to do with lessons.
func Tutor(ctx context.Context, st cli.Streams, o *cli.Options, args []string) error {
	t := &o.Tutor
	if err := t.Agree(); err != nil {
		return err
	}
	if t.Verify != "" {
		return verifyLessons(ctx, st, o, args)
	}
	if o.Write {
		return diag.Usagef("-w writes the answers of examples into a lesson").Helpf("add `--verify FILE`")
	}
	if len(args) > 0 && strings.HasSuffix(args[0], tutor.Ending) && t.File == "" {
		t.File, args = args[0], nil
	}
	lessons, err := lessonsOf(ctx, t.File)
	if err != nil {
		return err
	}
	var from *tutor.Lesson
	if len(args) > 0 {
		if from, err = tutor.Find(lessons, args[0]); err != nil {
			return err
		}
	}
	switch {
	case t.List:
		p, err := tutor.ReadProgress(tutor.ProgressFile())
		command := "funmem tutor"
		if t.File != "" {
			command += " --file " + t.File
		}
		fmt.Fprintln(st.Out, tutor.List(lessons, p, command, nil, view.WidthOf(st.Out)))
		return err
	case o.HTML != "":
		if from != nil {
			lessons = []*tutor.Lesson{from}
		}
		return lessonPages(ctx, st, o, lessons)
	}
	return interactive(ctx, st, o, nil, func(ctx context.Context, c *Console) error {
		c.school.lessons = lessons
		if err := c.school.open(c); err != nil {
			return err
		}
		if from == nil {
			from = cmp.Or(tutor.Due(lessons, c.school.progress), lessons[0])
		}
		return c.attend(ctx, from)
	})
}

// lessonsOf are the lessons of a file or folder, or those that come with funmem.
func lessonsOf(ctx context.Context, file string) ([]*tutor.Lesson, error) {
	if file == "" {
		return tutor.BuiltIn()
	}
	return tutor.FromFile(ctx, file)
}

// verifyLessons goes through the lessons of a file or folder, and says what is wrong with them.
func verifyLessons(ctx context.Context, st cli.Streams, o *cli.Options, args []string) error {
	if len(args) > 0 {
		return diag.Usagef("`--verify` looks at the lessons of a file, and found %s besides", args[0])
	}
	lessons, err := tutor.FromFile(ctx, o.Tutor.Verify)
	if err != nil {
		return err
	}
	wrong := 0
	for _, l := range lessons {
		r, err := rehearse(ctx, o.Settings, l)
		if err != nil {
			return err
		}
		if text := r.rewritten(l); o.Write && text != l.Src.Text {
			if err := whole.WriteFile(l.Src.Name, []byte(text)); err != nil {
				return diag.Usagef("cannot write %s: %s", l.Src.Name, data.Cause(err))
			}
			fmt.Fprintf(st.Out, "%s: wrote the answers of the examples\n", l.Src.Name)
			r.wrong = r.withoutAnswers()
		}
		for _, d := range r.wrong {
			fmt.Fprint(st.Err, diag.Format(d, paint.Style(st.Err)))
		}
		if wrong += len(r.wrong); len(r.wrong) == 0 {
			fmt.Fprintf(st.Out, "%s: fine: %s\n", l.Src.Name, l.Contents())
		}
	}
	if wrong > 0 {
		return cli.Exit(1)
	}
	return nil
}
