package diag

import "encoding/json"

// MarshalJSON is a diagnostic for machines: its kind, rule, message and place, its notes with their places, and what to
// try next. Parts without content are left out.
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind    string `json:"kind"`
		Rule    string `json:"rule,omitempty"`
		Message string `json:"message"`
		At      string `json:"at,omitempty"`
		Notes   []Note `json:"notes,omitempty"`
		Help    string `json:"help,omitempty"`
	}{d.Kind.Name(), d.Rule, d.Msg, d.Span.String(), d.Notes, d.Help})
}

// MarshalJSON is the message and its place.
func (n Note) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Message string `json:"message"`
		At      string `json:"at,omitempty"`
	}{n.Msg, n.Span.String()})
}
