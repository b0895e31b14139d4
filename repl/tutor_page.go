package repl

import (
	"context"

	"funmem/repl/cli"
	"funmem/repl/tutor"
)

func lessonPages(ctx context.Context, st cli.Streams, o *cli.Options, lessons []*tutor.Lesson) error {
	return nil
}
