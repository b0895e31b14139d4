// Package stop ends work that is not done yet: reading a text, proofs, passes, and all
// else that may take longer than somebody wants to wait. Such work asks a Poll again and
// again, at most some thousand steps apart.
package stop

// Poll is asked whether work is to end: its error says why. It is called often, and has to
// be cheap. A nil Poll lets everything go on.
type Poll func() error

// Any is the Poll that a function of optional ones was given, or nil.
func Any(until []Poll) Poll {
	if len(until) == 0 {
		return nil
	}
	return until[0]
}

// Ask ends the work by a panic where the Poll says so. It goes up to the next Caught,
// through everything that is between.
func (p Poll) Ask() {
	if p == nil {
		return
	}
	if err := p(); err != nil {
		panic(&Stopped{err})
	}
}

// Seldom is Ask at every thousandth call, the first one included, where a step takes little
// more time than asking.
func (p Poll) Seldom() func() {
	if p == nil {
		return func() {}
	}
	calls := 0
	return func() {
		if calls%1024 == 0 {
			p.Ask()
		}
		calls++
	}
}

// Stopped is what Ask panics with.
type Stopped struct{ Cause error }

// Error is that of the cause.
func (s *Stopped) Error() string { return s.Cause.Error() }

// Unwrap is the cause.
func (s *Stopped) Unwrap() error { return s.Cause }

// Caught, called by a defer statement, makes the panic of Ask the error of the function
// that defers it. Other panics go on.
func Caught(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Stopped:
		*err = e.Cause
	default:
		panic(e)
	}
}
