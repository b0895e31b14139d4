package emit

import (
	"strings"

	"funmem/semantics/syntax"
)

// Scalars writes the text of a function for a package that makes statements of its own. Its scalar expressions are those
// of C. An overflow sets the top bit of the variable fm_bad, and the value is then any number.
type Scalars struct{ g *gen }

// NewScalars returns an empty text.
func NewScalars() *Scalars {
	return &Scalars{&gen{Code: &Code{}, dialect: HostC, names: map[int]string{}, taken: map[string]bool{}, spans: map[int]span{}, elems: map[int]syntax.Elem{}}}
}

// Header declares what the operators need, as the first statements of a function.
const Header = "  i64 fm_status = fm_done;\n  u64 fm_bad = 0, fm_unsure = 0;\n  const int fm_exact = 1;\n"

// Declare gives a variable a name of its own. Without a type it is an int.
func (s *Scalars) Declare(x *syntax.Binding) string {
	if x.Type == nil {
		x = &syntax.Binding{Name: x.Name, ID: x.ID, Type: &syntax.Type{}}
	}
	return s.g.declare(x)
}

// Temp returns a name that nothing else has.
func (s *Scalars) Temp() string { return s.g.temp() }

// Knows tells whether a variable has a name.
func (s *Scalars) Knows(id int) bool { return s.g.names[id] != "" }

// Within says that an int variable is from lo to hi.
func (s *Scalars) Within(id int, lo, hi int64) { s.g.spans[id] = span{lo, hi} }

// Expr is a scalar expression. It panics with a diagnostic if the expression is not compiled.
func (s *Scalars) Expr(e syntax.Expr) string {
	for _, x := range syntax.FreeVars(e) {
		if !s.Knows(x.ID) {
			s.g.refuse(x, "`%s` is not compiled here", x.Name)
		}
	}
	return s.g.expr(e, late)
}

// Real tells whether a scalar expression is an f64.
func (s *Scalars) Real(e syntax.Expr) bool { return s.g.elemOf(e) == syntax.F64 }

// Line writes a line.
func (s *Scalars) Line(format string, args ...any) { s.g.line(format, args...) }

// Begin writes a line that opens a block, and End one that closes it.
func (s *Scalars) Begin(format string, args ...any) {
	s.g.line(format, args...)
	s.g.depth++
}

// End closes a block that Begin opened.
func (s *Scalars) End(format string, args ...any) {
	s.g.depth--
	s.g.line(format, args...)
}

// Text is what was written.
func (s *Scalars) Text() string { return s.g.out.String() }

// Near tells whether functions of C are called whose results may differ in the last digits from those of the rules.
func (s *Scalars) Near() bool { return s.g.Near }

// Poll is the text of a statement that ends the function if the caller wants it back, or if an overflow was noticed.
func Poll() string {
	return strings.Join([]string{"if (*fm_env->stop) FM_FAIL(fm_stopped);", "if (fm_bad >> 63) FM_FAIL(fm_overflow);"}, " ")
}
