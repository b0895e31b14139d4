package engine

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestAttempt: if too much memory is in use, an attempt ends and the surrounding work goes on, until there is no
// attempt left to end.
func TestAttempt(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.WithValue(t.Context(), attemptsKey{}, &attempts{open: map[*attempt]bool{}}))
	ticks := make(chan time.Time)
	go ctx.Value(attemptsKey{}).(*attempts).watch(ctx, 1, ticks, cancel)
	for range 3 {
		part, end := Attempt(ctx)
		ticks <- time.Time{}
		<-part.Done()
		if much := (*TooMuch)(nil); !errors.As(context.Cause(part), &much) || much.Limit != 1 || ctx.Err() != nil {
			t.Fatal(context.Cause(part), ctx.Err())
		}
		ticks <- time.Time{} // it has not ended yet
		if ctx.Err() != nil {
			t.Fatal("the whole ended before the attempt")
		}
		other, endOther := Attempt(ctx)
		if ticks <- (time.Time{}); other.Err() != nil {
			t.Fatal("what began after it ends with it")
		}
		endOther()
		end()
	}
	ticks <- time.Time{}
	<-ctx.Done()
	if much := (*TooMuch)(nil); !errors.As(context.Cause(ctx), &much) {
		t.Fatal(context.Cause(ctx))
	}
}
