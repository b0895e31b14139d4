package cli

import "funmem/semantics/diag"

// Tutor are the options of `tutor`.
type Tutor struct {
	File   string // --file: a lesson, or a folder of lessons, in place of those that come with funmem
	List   bool   // --list: list the lessons
	Verify string // --verify: a lesson, or a folder of lessons, to be looked at
}

// Agree is the error that two options do not go together, or nil.
func (t *Tutor) Agree() error {
	if t.Verify != "" && (t.List || t.File != "") {
		return diag.Usagef("`--verify` looks at the lessons of a file, and neither `--file` nor `--list` goes with it").Helpf("write `funmem tutor --verify FILE`")
	}
	return nil
}

// AtPrompt tells whether a student is at a prompt.
func (o *Options) AtPrompt() bool { return o.Tutor.Verify == "" && !o.Tutor.List && o.HTML == "" }
