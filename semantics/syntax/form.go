package syntax

import "fmt"

// Form is what an expression of core does with arrays. Code that treats all expressions of a
// form alike asks for the form, so that a new expression of an old form has to be added in one
// place.
type Form uint8

// The forms.
const (
	FormSurface   Form = iota // none: elaboration takes it away, or it is the function of another expression
	FormScalar                // a number that is computed, or another name of a number, a block or an array
	FormElement               // an element of an array is read
	FormView                  // an array with elements of another array, where these lie
	FormClaim                 // an array that is said to lie elsewhere
	FormFilled                // a fresh array, as a kernel would make it: by definition it is a kernel
	FormListed                // a fresh array with all elements of its operands, one after the other
	FormUnwritten             // a fresh array whose elements nobody has written
	FormUpdate                // an array, with a part overwritten
	FormKernel                // fresh arrays, with rows that a body gives
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

// formOf is the form of an expression and, for a view or a claim, the array that it shows.
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
	case *Block, *Tuple, *Shape, *Length, *Flatten, *Rotate, *Map, *Lambda, *OpFn, *Irregular, nil:
		return FormSurface, nil
	}
	panic(fmt.Sprintf("syntax: the form of a %T", e))
}

// IsFresh tells whether the form makes one array, without a body.
func (f Form) IsFresh() bool { return f == FormFilled || f == FormListed || f == FormUnwritten }

// Makes tells whether the form makes arrays that it alone writes to.
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

// Viewed is the array whose elements a view shows; nil for an expression of another form.
func Viewed(e Expr) Expr {
	if f, x := formOf(e); f == FormView {
		return x
	}
	return nil
}

// Shown is the operand of a view or a claim; nil for an expression of another form.
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
