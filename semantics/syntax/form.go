package syntax

import "fmt"

// Form is what an expression of core does with arrays. What treats all expressions of a form
// alike asks for it, so that a new one of an old form has one place to be put in.
type Form uint8

// The forms.
const (
	FormSurface   Form = iota // none: elaboration takes it away, or it is the function of another one
	FormScalar                // a number that is computed, or another name of a number, a block or an array
	FormElement               // an element of an array is read
	FormView                  // an array whose elements are elements of another one, where these lie
	FormClaim                 // an array that is said to lie elsewhere
	FormFilled                // a fresh array, as a kernel would make it: by definition it is one
	FormListed                // a fresh array of all that its operands have, one after the other
	FormUnwritten             // a fresh array whose elements nobody has written
	FormUpdate                // an array, with a part overwritten
	FormKernel                // fresh arrays, whose rows a body gives
	FormIf                    // what one of two bodies gives
	FormLoop                  // what the last round gives
	FormFold                  // a reduce or a scan
	FormCall                  // what a function gives
	FormAlloc                 // a fresh block
)

// FormOf is the form of an expression.
func FormOf(e Expr) Form {
	f, _ := formOf(e)
	return f
}

// formOf is the form of an expression and, of a view or a claim, the array that it is of.
func formOf(e Expr) (f Form, of Expr) {
	switch e := e.(type) {
	case *IntLit, *RealLit, *Var, *Unary, *Binary:
		return FormScalar, nil
	case *Index:
		return FormElement, nil
	case *Slice:
		return FormView, e.X
	case *Transpose:
		return FormView, e.X
	case *Permute:
		return FormView, e.X
	case *Reverse:
		return FormView, e.X
	case *Reshape:
		return FormView, e.X
	case *Claim:
		return FormClaim, e.X
	case *Iota, *Copy, *Replicate:
		return FormFilled, nil
	case *Literal, *Concat:
		return FormListed, nil
	case *Scratch:
		return FormUnwritten, nil
	case *With:
		return FormUpdate, nil
	case *Kernel:
		return FormKernel, nil
	case *If:
		return FormIf, nil
	case *Loop:
		return FormLoop, nil
	case *Reduce, *Scan:
		return FormFold, nil
	case *Call:
		return FormCall, nil
	case *Alloc:
		return FormAlloc, nil
	case *Block, *Tuple, *Shape, *Length, *Flatten, *Rotate, *Map, *Lambda, *OpFn, nil:
		return FormSurface, nil
	}
	panic(fmt.Sprintf("syntax: the form of a %T", e))
}

// IsFresh tells whether it makes one array, without a body.
func (f Form) IsFresh() bool { return f == FormFilled || f == FormListed || f == FormUnwritten }

// Makes tells whether it makes arrays that it alone writes to.
func (f Form) Makes() bool { return f.IsFresh() || f == FormKernel }

// IsScalar tells whether e is a scalar expression se of core.
func IsScalar(e Expr) bool { return FormOf(e) == FormScalar }

// IsAtom tells whether e is a variable or a constant, as the operands of core are.
func IsAtom(e Expr) bool {
	switch e.(type) {
	case *Var, *IntLit, *RealLit:
		return true
	}
	return false
}

// Viewed is the array of which a view shows elements; nil for an expression of another form.
func Viewed(e Expr) Expr {
	if f, x := formOf(e); f == FormView {
		return x
	}
	return nil
}

// Shown is the operand of a view, or of a claim; nil for an expression of another form.
func Shown(e Expr) Expr {
	_, x := formOf(e)
	return x
}

// OperandsOf are the expressions right below an expression, in the order of the text. A number
// that is computed has its parts as operands.
func OperandsOf(e Expr) (xs []Expr) {
	children(e, func(n Node) {
		if x, ok := n.(Expr); ok {
			xs = append(xs, x)
		}
	})
	return xs
}
