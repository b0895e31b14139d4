package flatten_test

import (
	"os"
	"testing"
)

func TestOne(t *testing.T) {
	file := os.Getenv("ROW")
	if file == "" {
		t.Skip()
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	p := lifted(t, string(text))
	t.Log("\n" + p.show())
	if err := p.compare(&outcome{}); err != nil {
		t.Fatal(err)
	}
}
