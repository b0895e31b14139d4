package repl

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"funmem/eval/data"
	"funmem/repl/cli"
	"funmem/repl/tutor"
	"funmem/semantics/diag"
)

// lessonPages writes pages of lessons. The answers on them are those of a student who solves everything.
func lessonPages(ctx context.Context, st cli.Streams, o *cli.Options, lessons []*tutor.Lesson) error {
	var played []*tutor.Played
	for _, l := range lessons {
		r, err := rehearse(ctx, o.Settings, l)
		if err != nil {
			return err
		}
		if len(r.wrong) > 0 {
			return append(r.wrong, diag.Usagef("the lesson %s has mistakes, so there is no page of it", l.Name))
		}
		played = append(played, r.Played)
	}
	if err := os.MkdirAll(o.HTML, 0o777); err != nil {
		return diag.Usagef("cannot make the folder %s: %s", o.HTML, data.Cause(err))
	}
	files, err := tutor.WritePages(o.HTML, played)
	if err != nil {
		return err
	}
	fmt.Fprintf(st.Out, "wrote %s: %s of %s\n", filepath.Join(o.HTML, "index.html"), diag.Count(len(files), "page"), diag.Count(len(played), "lesson"))
	return nil
}
