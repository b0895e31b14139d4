package smt_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted makes scripts say something else than the question, or answers count for what they are not, one thing at a time.
func TestPlanted(t *testing.T) {
	z3(t) // without it hardly anything is caught
	testkit.Planted(t, [][4]string{
		{"the second is the first minus the difference", "difference.go", "p.put(y, p.syms.Get(x).Add(d))", "p.put(y, p.syms.Get(x).Sub(d))"},
		{"the first is put where the second is", "difference.go", "		left[x.second] = left[x.first].Add(left[x.difference])\n", "		left[x.second] = left[x.first]\n"},
		{"only equations have differences", "difference.go", "	for k := range fs {\n		fs[k].p = fs[k].p.Subst(by)", "	for k := range fs {\n		if !fs[k].zero && fs[k].either == nil {\n			continue\n		}\n		fs[k].p = fs[k].p.Subst(by)"},
		{"alternatives keep what a difference stands for", "difference.go", "			substituted(a, by)\n", "			_ = a\n"},
		{"alternatives are left out", "difference.go", "		fs = append(fs, f)\n", ""},
		{"all alternatives hold", "script.go", `apply("or", of)`, `apply("and", of)`},
		{"one fact of an alternative is enough", "script.go", `apply("and", of)`, `apply("or", of)`},
		{"equations are bounds", "difference.go", "fact{p: q, zero: zero}", "fact{p: q}"},
		{"bounds are equations", "difference.go", "fact{p: q, zero: zero}", "fact{p: q, zero: true}"},
		{"a fact is left out", "script.go", "	for _, f := range p.facts {\n", "	for _, f := range p.facts[min(1, len(p.facts)):] {\n"},
		{"bounds are strict", "script.go", `return w.compare("<=", f.p)`, `return w.compare("<", f.p)`},
		{"the sides are exchanged", "script.go", "op, w.sum(left), w.sum(right))", "op, w.sum(right), w.sum(left))"},
		{"coefficients are dropped", "script.go", "t.Mono.Degree() == 0 || !t.Coef.Equal(num.Of(1))", "t.Mono.Degree() == 0"},
		{"powers are dropped", "script.go", "more := t.Mono.Div(poly.MonoOf(id)); more; m, more = m.Div(poly.MonoOf(id))", "more := t.Mono.Div(poly.MonoOf(id)); more; m, more = m, false"},
		{"what is subtracted is added", "script.go", "		if t.Coef.Sign() < 0 {\n			t.Coef = t.Coef.Neg()\n			left", "		if t.Coef.Sign() < 0 {\n			t.Coef = t.Coef.Neg()\n			right"},
		{"numerals have no sign", "script.go", `return "(- " + k.Neg().String() + ")"`, "return k.Neg().String()"},
		{"names may be given twice", "script.go", "w.taken[name]++\n", ""},
		{"min is max", "operator.go", "(ite (<= %s %s) %[1]s %s)", "(ite (>= %s %s) %[1]s %s)"},
		{"max is min", "operator.go", "(ite (>= %s %s) %[1]s %s)", "(ite (<= %s %s) %[1]s %s)"},
		{"abs is the int itself", "operator.go", "(ite (>= %s 0) %[1]s (- %[1]s))\", x)", "(ite (>= %s 0) %[1]s %[1]s)\", x)"},
		{"a quotient by a negative constant is rounded up", "operator.go", "t, w.term(p.Neg()), w.term(q.Neg()))", "t, x, y)"},
		{"a quotient by what is negative is rounded up", "operator.go", "(=> (< %[3]s 0) (and (>= (* %[3]s %[1]s) %[2]s) (> %[2]s (+ (* %[3]s %[1]s) %[3]s)))))", "(=> (< %[3]s 0) (and (<= (* %[3]s %[1]s) %[2]s) (< %[2]s (- (* %[3]s %[1]s) %[3]s)))))"},
		{"a quotient may be one too great", "operator.go", "(and (<= (* %[3]s %[1]s) %[2]s) (< %[2]s (+ (* %[3]s %[1]s) %[3]s)))\"+", "(and (< (* %[3]s %[1]s) %[2]s) (<= %[2]s (+ (* %[3]s %[1]s) %[3]s)))\"+"},
		{"// rounds to minus infinity", "operator.go", `"(ite (>= %s 0) %s %s)", x, down, up)`, `"(ite (>= %s 0) %s %s)", x, down, down+up[:0])`},
		{"% is //'s", "operator.go", "args[1].Mul(w.operator(syntax.Div, args))", "args[1].Mul(w.operator(syntax.Quo, args))"},
		{"%% is /'s", "operator.go", "args[1].Mul(w.operator(syntax.Quo, args))", "args[1].Mul(w.operator(syntax.Div, args))"},
		{"a shift to the right is one to the left", "operator.go", `return is("(div %s %s)", x, k)`, `return is("(* %s %s)", x, k)`},
		{"all wraps are of ints without a sign", "operator.go", "if !signed {", "if signed || !signed {"},
		{"== is !=", "operator.go", "(ite (= %s %s) 1 0)", "(ite (= %s %s) 0 1)"},
		{"< is <=", "operator.go", "(ite (< %s %s) 1 0)", "(ite (<= %s %s) 1 0)"},
		{">= is >", "operator.go", "(ite (>= %s %s) 1 0)", "(ite (> %s %s) 1 0)"},
		{"an operator is known by its name alone", "operator.go", `		key += "," + p.Key()` + "\n", `		_ = p` + "\n"},
		{"free operators are 0", "operator.go", "	return \"\"\n}\n\n// floor", "	return is(\"0\")\n}\n\n// floor"},
		{"a quotient by 0 is 0", "operator.go", "		return \"\"\n	}\n	return fmt.Sprintf(\"(ite (>", "		return fmt.Sprintf(\"(= %s 0)\", t)\n	}\n	return fmt.Sprintf(\"(ite (>"},
		{"unknown is unsat", "solver.go", `	case "unsat":`, `	case "unsat", "unknown":`},
		{"an error before an answer does not matter", "solver.go", "len(lines) != 1", "len(lines) == 0"},
		{"values have no sign", "values.go", "return k.Neg(), ok", "return k, ok"},
		{"a refuted proof of ours is not told", "prover.go", "		if k.Model != nil {\n			return", "		if k.Model == nil {\n			continue\n		}\n		if k.Answer == Unsat {\n			return"},
		{"what is not proved is", "prover.go", "return prove.Proof{p.solver.Name}, k.Answer == Unsat", "return prove.Proof{p.solver.Name}, k.Answer != Sat || k.Model == nil || k.Script != nil"},
		{"a question is asked without what is known", "../question.go", "q.Syms, q.System, q.Proof, q.Proved = y, *s, proof, ok", "q.Syms, q.Proof, q.Proved = y, proof, ok"},
		{"values fit if they fit the bounds", "../question.go", "k.Sign() >= 0 && (!zero || k.IsZero())", "k.Sign() >= 0"},
		{"values fit if nothing is known", "../question.go", "return fits && known, known", "return fits, true"},
	}, "-failfast", "-run", "TestSystems|TestOperators|TestFits|TestRefuted|TestOpenOnes|TestReadValues|TestAnswers", ".")
}
