// Package stop ends unfinished work: reading a text, proofs, passes, and anything else that
// may take longer than somebody wants to wait. Such work asks a Poll again and again, at
// most some thousand steps apart.
package stop

// Poll is asked whether work should end. Its error says why. It is called often, and has to
// be cheap. A nil Poll lets everything go on.
type Poll func() error

// Any is the Poll of an optional argument, or nil if there is none.
func Any(until []Poll) Poll {
	if len(until) == 0 {
		return nil
	}
	return until[0]
}

// Ask ends the work by a panic if the Poll says so. The panic goes up to the next Caught,
// through all calls in between.
func (p Poll) Ask() {
	if p == nil {
		return
	}
	if err := p(); err != nil {
		panic(&Stopped{err})
	}
}

// Seldom is Ask at every thousandth call, including the first. It is for steps that take
// little more time than asking.
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

// Stopped is the value of the panic of Ask.
type Stopped struct{ Cause error }

// Error is the error of the cause.
func (s *Stopped) Error() string { return s.Cause.Error() }

// Unwrap is the cause.
func (s *Stopped) Unwrap() error { return s.Cause }

// Caught, called by a defer statement, turns the panic of Ask into the error of the
// deferring function. Other panics go on.
func Caught(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Stopped:
		*err = e.Cause
	default:
		panic(e)
	}
}
