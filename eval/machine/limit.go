package machine

import (
	"errors"

	"funmem/eval/engine"
	"funmem/semantics/diag"
	"funmem/semantics/syntax"
)

// TooBig returns the message about an array of the given shape that the budget refused with
// err, or, if err is nil, that no machine has room for.
func TooBig(rule string, at syntax.Node, shape []int, err error) *diag.Diagnostic {
	n, _ := Count(shape)
	const most = 1 << 59
	size := 8 * int64(min(n, most))
	takes := engine.Bytes(size)
	if n > most {
		takes = "more than " + takes
	}
	d := Stuck(rule, at, "an array of shape %s takes %s of memory", ShapeText(shape), takes)
	var much *engine.TooMuch
	if errors.As(err, &much) {
		if much.Want > size {
			d.Msg += ", " + engine.Bytes(much.Want) + " with what is in use"
		}
		d.Msg += ", and the limit is " + engine.Bytes(much.Limit)
		return d.Limited()
	}
	d.Msg += ", more than an array may take"
	d.Cause = diag.Limit
	return d
}

// MostElements is the size above which an array is refused even without a limit:
// 512 GiB.
const MostElements = 1 << 36

// MostCells is the size above which a block is refused even without a limit.
const MostCells = 1 << 40
