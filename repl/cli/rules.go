package cli

import (
	"context"
	"fmt"
	"io"

	"funmem/repl/page"
	"funmem/repl/typeset"
	"funmem/repl/view"
)

// Rules is the body of `rules`.
func Rules(ctx context.Context, st Streams, o *Options, args []string) error {
	if err := o.mayWrite(ctx, args); err != nil {
		return err
	}
	text := view.RuleSheet(view.WidthOf(st.Out))
	if o.LaTeX {
		text = typeset.Sheet()
	}
	if o.Out == "" {
		_, err := io.WriteString(st.Out, text)
		return err
	}
	if err := page.Save(o.Out, []byte(text)); err != nil {
		return err
	}
	fmt.Fprintf(st.Out, "wrote %s\n", o.Out)
	return nil
}
