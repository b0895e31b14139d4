package typeset

import (
	"os"
	"testing"
)

func TestTry(t *testing.T) { os.WriteFile("/tmp/try/sheet.tex", []byte(Sheet()), 0o644) }
