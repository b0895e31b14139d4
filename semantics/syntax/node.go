package syntax

// Which structs are nodes, expressions, statements and declarations.

func (*IntLit) node()    {}
func (*Var) node()       {}
func (*Unary) node()     {}
func (*Binary) node()    {}
func (*Index) node()     {}
func (*Slice) node()     {}
func (*Transpose) node() {}
func (*Permute) node()   {}
func (*Reverse) node()   {}
func (*Iota) node()      {}
func (*Copy) node()      {}
func (*Replicate) node() {}
func (*Literal) node()   {}
func (*Alloc) node()     {}
func (*If) node()        {}
func (*Kernel) node()    {}
func (*Call) node()      {}
func (*Block) node()     {}
func (*Tuple) node()     {}
func (*Shape) node()     {}
func (*Length) node()    {}
func (*Body) node()      {}
func (*Let) node()       {}
func (*Check) node()     {}
func (*Def) node()       {}
func (*Show) node()      {}
func (*In) node()        {}
func (*Binding) node()   {}
func (*Type) node()      {}
func (*LMAD) node()      {}
func (*Program) node()   {}

func (*IntLit) expr()    {}
func (*Var) expr()       {}
func (*Unary) expr()     {}
func (*Binary) expr()    {}
func (*Index) expr()     {}
func (*Slice) expr()     {}
func (*Transpose) expr() {}
func (*Permute) expr()   {}
func (*Reverse) expr()   {}
func (*Iota) expr()      {}
func (*Copy) expr()      {}
func (*Replicate) expr() {}
func (*Literal) expr()   {}
func (*Alloc) expr()     {}
func (*If) expr()        {}
func (*Kernel) expr()    {}
func (*Call) expr()      {}
func (*Block) expr()     {}
func (*Tuple) expr()     {}
func (*Shape) expr()     {}
func (*Length) expr()    {}

func (*Let) stm()   {}
func (*Check) stm() {}

func (*Let) decl()   {}
func (*Check) decl() {}
func (*Def) decl()   {}
func (*Show) decl()  {}
func (*In) decl()    {}
