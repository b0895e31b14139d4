package futhark

// Certified are the numbers of the certificates that a statement or a result in a body needs. Futhark may drop an
// assertion whose certificate nothing needs, as it drops a value that nothing needs.
func Certified(b *Body) map[int]bool {
	needed := map[int]bool{}
	need := func(certs []*Name) {
		for _, c := range certs {
			needed[c.Tag] = true
		}
	}
	var visit func(b *Body)
	visit = func(b *Body) {
		if b == nil {
			return
		}
		for _, s := range b.Stms {
			need(s.Certs)
			if sub, ok := s.Exp.(*Sub); ok && sub.X.Var != nil { // another name for a certificate
				needed[sub.X.Var.Tag] = true
			}
			for _, r := range returns(s.Exp) {
				need(r.Certs)
			}
			for _, in := range bodies(s.Exp) {
				visit(in)
			}
		}
		for _, x := range b.Res {
			need(x.Certs)
			if x.Var != nil { // a certificate may be a result
				needed[x.Var.Tag] = true
			}
		}
	}
	visit(b)
	return needed
}

// returns are the results of the threads of a parallel operation.
func returns(e Exp) []*Return {
	switch e := e.(type) {
	case *SegOp:
		return e.Returns
	case *Par:
		var all []*Return
		for _, s := range []*SegOp{e.Par, e.Seq} {
			if s != nil {
				all = append(all, s.Returns...)
			}
		}
		return all
	}
	return nil
}
