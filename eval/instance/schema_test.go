package instance_test

import (
	"strings"
	"testing"

	"funmem/eval/instance"
	"funmem/internal/schemas"
	"funmem/semantics/rule"
)

// TestSchemas: each rule has a schema, and its instance in its example is one of that.
func TestSchemas(t *testing.T) {
	for _, r := range rule.All() {
		s := rule.SchemaOf(r)
		if !strings.Contains(r.Schema, "\n───\n") || s.Conclusion == "" || strings.Contains(s.Conclusion, " # ") {
			t.Errorf("%s has no schema", r.Name)
		}
		i, err := instance.Of(t.Context(), r.Name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if i.Tree == nil {
			continue
		}
		if why := schemas.Follows(i.Tree); why != "" {
			t.Errorf("%s: %s", r.Name, why)
		}
	}
}
