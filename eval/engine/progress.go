package engine

import "sync/atomic"

// Place is where an evaluation is, for somebody who looks at it while it runs. The
// evaluation says so itself, where that costs it nothing: at each statement of the
// program, and at the next one that it comes to when it was asked.
type Place struct {
	asked atomic.Bool
	text  atomic.Pointer[string]
}

// Asked tells whether the evaluation should say where it is: it is outermost, at a
// statement of the program, or somebody has asked.
func (p *Place) Asked(outermost bool) bool {
	return p != nil && (outermost || p.asked.Load())
}

// Say notes where the evaluation is.
func (p *Place) Say(text string) {
	p.asked.Store(false)
	p.text.Store(&text)
}

// Ask is what was said last, or "", and asks for more.
func (p *Place) Ask() string {
	p.asked.Store(true)
	if text := p.text.Load(); text != nil {
		return *text
	}
	return ""
}

// Clear forgets what was said.
func (p *Place) Clear() { p.text.Store(nil) }
