package data

import (
	"context"
	"io"
	"os"
	"strings"

	"funmem/eval/engine"
	"funmem/semantics/diag"
)

// until calls read, and abandons it when the context is done. An open or read that waits,
// for example on a FIFO or a terminal, cannot be ended otherwise.
func until(ctx context.Context, read func() error) error {
	done := make(chan error, 1)
	go func() { done <- read() }()
	select {
	case err := <-done:
		if err == nil || ctx.Err() == nil {
			return err
		}
	case <-ctx.Done():
	}
	return &engine.Interrupted{Cause: context.Cause(ctx)}
}

// polled is a reader that returns an error once the context is done.
type polled struct {
	ctx context.Context
	io.Reader
}

// Read reads, unless the context is done.
func (p polled) Read(to []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.Reader.Read(to)
}

// open opens a file and passes it to use, with its size, or -1 for a pipe or device.
// Opening and use both end with the context.
func open(ctx context.Context, path string, use func(f io.Reader, size int64) error) error {
	return until(ctx, func() error {
		f, err := os.Open(path)
		if err != nil {
			return CannotRead(path, err)
		}
		defer f.Close()
		size := int64(-1)
		if info, err := f.Stat(); err == nil {
			if info.IsDir() {
				return usage("%s is a folder, wanted a file", path)
			}
			if info.Mode().IsRegular() {
				size = info.Size()
			}
		}
		return use(polled{ctx, f}, size)
	})
}

// ReadFile reads a file as text until the context is done. check looks at the text piece by
// piece, and its error ends the reading. A text of more than memory bytes (0: no limit) is
// refused.
func ReadFile(ctx context.Context, path string, memory int64, check func(text []byte) error) (src *diag.Source, err error) {
	var read *diag.Source
	err = open(ctx, path, func(f io.Reader, size int64) (err error) {
		read, err = readText(checked{f, check}, path, size, memory)
		return err
	})
	if err != nil {
		return nil, err
	}
	return read, nil
}

// checked is a reader that checks each piece it reads.
type checked struct {
	io.Reader
	check func(text []byte) error
}

// Read reads, and checks what it has read.
func (c checked) Read(to []byte) (int, error) {
	n, err := c.Reader.Read(to)
	if wrong := c.check(to[:n]); wrong != nil {
		return 0, wrong
	}
	return n, err
}

// ReadText reads the rest of a file as text until the context is done. The text may take
// memory bytes (0: no limit). size is the size of the file, or -1.
func ReadText(ctx context.Context, f io.Reader, name string, size, memory int64) (*diag.Source, error) {
	var read *diag.Source
	err := until(ctx, func() (err error) {
		read, err = readText(polled{ctx, f}, name, size, memory)
		return err
	})
	if err != nil {
		return nil, err
	}
	return read, nil
}

func readText(f io.Reader, name string, size, memory int64) (*diag.Source, error) {
	tooLong := func(n int64) error {
		return usage("%s: %s", name, &engine.TooMuch{Want: n, Limit: memory}).Helpf("read a smaller file, or raise the limit with `--memory`")
	}
	if memory > 0 {
		if size > memory {
			return nil, tooLong(size)
		}
		f = io.LimitReader(f, memory+1)
	}
	var b strings.Builder
	b.Grow(int(max(0, size)))
	n, err := io.Copy(&b, f)
	wrong, isOurs := err.(*diag.Diagnostic)
	switch {
	case isOurs:
		return nil, wrong
	case err != nil:
		return nil, usage("cannot read %s: %s", name, Cause(err))
	case memory > 0 && n > memory:
		return nil, tooLong(n)
	}
	return diag.NewSource(name, b.String()), nil
}
