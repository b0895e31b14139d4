package syntax

// EachKernel visits what is a kernel, by itself or by definition (iota, copy and
// replicate), in a body and the bodies in it, in the order of the text.
func EachKernel(b *Body, visit func(s *Let)) {
	for _, s := range b.Stms {
		s, ok := s.(*Let)
		if !ok {
			continue
		}
		switch e := s.Exp.(type) {
		case *Kernel:
			visit(s)
			EachKernel(e.Body, visit)
		case *If:
			EachKernel(e.Then, visit)
			EachKernel(e.Else, visit)
		case *Reduce, *Scan:
			EachKernel(FoldOf(e).Lambda().Body, visit)
		case *Loop:
			if e.While != nil {
				EachKernel(e.While, visit)
			}
			EachKernel(e.Body, visit)
		default:
			if FormOf(e) == FormFilled {
				visit(s)
			}
		}
	}
}
