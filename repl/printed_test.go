package repl

import (
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"funmem/internal/testkit"
)

// wellFormed says what is wrong with a text as XML, or nil. A text has one element around all others.
func wellFormed(text string) error {
	d := xml.NewDecoder(strings.NewReader(text))
	depth, roots := 0, 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			if roots != 1 {
				return errors.New("it has not one root")
			}
			return nil
		}
		if err != nil {
			return err
		}
		switch tok.(type) {
		case xml.StartElement:
			if depth++; depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		}
	}
}

// TestPictures draws the heaps of examples, wrong ones too, and derivations beside what they declare.
func TestPictures(t *testing.T) {
	var files []string
	err := filepath.WalkDir(filepath.Join(testkit.Root(t), "examples"), func(path string, d fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".fun" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	drawn := 0
	for _, file := range files {
		c, out := consoleFor()
		c.Line(":load " + file)
		for _, line := range []string{":heap --svg", ":derive --svg iota 3", ":derive --svg heap iota 3"} {
			out.Reset()
			c.Line(line)
			text := out.String()
			if strings.HasPrefix(text, "the heap is empty") || !strings.HasPrefix(text, "<svg") && strings.Contains(text, "error") {
				continue // what the file declares is wrong
			}
			if err := wellFormed(text); err != nil {
				t.Errorf("%s in %s: %v\n%s", line, file, err, text)
			}
			drawn++
		}
	}
	if drawn < len(files) {
		t.Errorf("%d pictures of %d files", drawn, len(files))
	}
	t.Logf("%d pictures", drawn)
}
