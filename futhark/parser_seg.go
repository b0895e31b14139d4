package futhark

import "funmem/semantics/diag"

// segOp ::= (level) (name < bound, …) (~name) [operators] : {types} { {let} return {returns} } [operators] [lambda]
//
// Up to 0.25.28 the operators come before the types. Later they come after the body, and a segscan also has a function
// for its results.
func (p *parser) segOp(kind string) Exp {
	start := p.toks[p.at-1]
	e := &SegOp{Kind: kind, Level: p.level()}
	e.Space = list(p, "(", ")", func() *SegDim {
		d := &SegDim{Name: *p.name()}
		p.want("<")
		d.Bound = p.atom()
		return d
	})
	p.want("(", "~")
	e.Flat = p.name()
	p.want(")")
	operators := func() {
		switch kind {
		case "segred", "segscan":
			e.Ops = list(p, "(", ")", p.segBinOp)
		case "seghist":
			e.Hists = list(p, "(", ")", p.histOp)
		}
	}
	later := p.is(":")
	if !later {
		operators()
	}
	p.want(":")
	e.Ret = p.types()
	at := p.peek()
	p.want("{")
	e.Body = &Body{}
	for p.atStm() {
		e.Body.Stms = append(e.Body.Stms, p.stm())
	}
	p.want("return")
	e.Returns = list(p, "{", "}", p.returned)
	p.want("}")
	e.Body.Span = p.from(at)
	if later {
		operators()
		if kind == "segscan" {
			e.Post = p.lambda()
		}
	}
	e.Span = p.from(start)
	return e
}

// level ::= ([name ; [virtualise | full [dims]] [; groups=atom; groupsize=atom]])
func (p *parser) level() (l Level) {
	start := p.peek()
	p.want("(")
	defer func() { l.Span = p.from(start) }()
	if p.skip(")") {
		return l
	}
	t := p.word("`thread`, `group` or `ingroup`")
	switch t.text {
	case "thread", "group", "ingroup", "block", "inblock":
		l.Name = t.text
	default:
		p.unknown(t, "the level", "thread", "group", "ingroup", "block", "inblock")
	}
	for p.skip(";") {
		t := p.peek()
		switch {
		case p.skip("virtualise"):
			l.Virtualise = true
		case p.skip("full"):
			l.Full = true
			l.FullDims = list(p, "[", "]", func() int { return p.number("the number of a dimension, from 0") })
		case p.skip("groups"), p.skip("grid"), p.skip("tblocks"):
			p.want("=")
			l.Groups = p.atom()
		case p.skip("groupsize"), p.skip("blocksize"), p.skip("tblocksize"):
			p.want("=")
			l.Group = p.atom()
		case !p.is(";") && !p.is(")"):
			p.unknown(t, "the word", "virtualise", "full", "groups", "grid", "groupsize", "blocksize")
		}
	}
	p.want(")")
	return l
}

// segBinOp ::= {neutral}, [shape], [commutative] lambda
func (p *parser) segBinOp() *SegBinOp {
	o := &SegBinOp{Neutral: list(p, "{", "}", p.atom)}
	p.want(",")
	o.Shape = p.dims()
	p.want(",")
	o.Commutative = p.skip("commutative")
	o.Fn = p.lambda()
	return o
}

// histOp ::= [shape], race, {destinations}, {neutral}, [shape], lambda
func (p *parser) histOp() *HistOp {
	o := &HistOp{Shape: p.dims()}
	p.want(",")
	o.Race = p.atom()
	p.want(",")
	o.Dests = list(p, "{", "}", p.name)
	p.want(",")
	o.Neutral = list(p, "{", "}", p.atom)
	p.want(",")
	o.Vector = p.dims()
	p.want(",")
	o.Fn = p.lambda()
	return o
}

// returned ::= [#{certificates}] (returns [(private) | (manifest)] atom | name with (…) | tile(…) atom | blkreg_tile(…) atom)
func (p *parser) returned() *Return {
	start := p.peek()
	r := &Return{Certs: p.certs()}
	switch {
	case p.skip("returns"):
		if p.is("(") && p.toks[p.at+1].text != ")" {
			p.take()
			switch t := p.word("`private` or `manifest`"); t.text {
			case "private":
				r.Kind = Private
			case "manifest":
			default:
				p.unknown(t, "the way to return", "private", "manifest")
			}
			p.want(")")
		}
		r.X = p.atom()
	case p.is("tile"), p.is("blkreg_tile"):
		if r.Kind = TileReturn; p.take().text == "blkreg_tile" {
			r.Kind = RegTileReturn
		}
		r.Tiles = list(p, "(", ")", func() *Tile { return p.tile(r.Kind) })
		r.X = p.atom()
	default:
		r.Kind = WriteReturn
		r.X = p.atom()
		if r.X.Var == nil {
			panic(diag.Errorf(diag.Syntax, "", r.X.Span, "found a constant, wanted `returns` or an array to write to"))
		}
		p.want("with")
		r.Writes = list(p, "(", ")", func() *SlicedWrite {
			w := &SlicedWrite{At: p.slicing()}
			p.want("=")
			w.V = p.atom()
			return w
		})
	}
	r.Span = p.from(start)
	return r
}

// tile ::= extent / tile | extent / (tile * register)
func (p *parser) tile(kind ReturnKind) *Tile {
	t := &Tile{Extent: p.atom()}
	p.want("/")
	if kind == TileReturn {
		t.Tile = p.atom()
		return t
	}
	p.want("(")
	t.Tile = p.atom()
	p.want("*")
	t.Reg = p.atom()
	p.want(")")
	return t
}

// par ::= {segop} [seq {segop}]
func (p *parser) par() Exp {
	e := &Par{Par: p.bracedSegOp()}
	if p.skip("seq") {
		e.Seq = p.bracedSegOp()
	}
	return e
}

// seq ::= {segop}
func (p *parser) seq() Exp { return &Par{Seq: p.bracedSegOp()} }

func (p *parser) bracedSegOp() *SegOp {
	p.want("{")
	t := p.word("a segmented operation")
	switch t.text {
	case "segmap", "segred", "segscan", "seghist":
	default:
		p.unknown(t, "the segmented operation", "segmap", "segred", "segscan", "seghist")
	}
	e := p.segOp(t.text).(*SegOp)
	p.want("}")
	return e
}

// gpuBody ::= : {types} body
func (p *parser) gpuBody() Exp {
	p.want(":")
	e := &GPUBody{Ret: p.types()}
	e.Body = p.body()
	return e
}

// getSize ::= (key, class)
func (p *parser) getSize() Exp {
	p.want("(")
	e := &GetSize{Key: p.word("the name of a tuning parameter").text}
	p.want(",")
	e.Class = p.sizeClass()
	p.want(")")
	return e
}

// userParam ::= (name, atom)
func (p *parser) userParam() Exp {
	p.want("(")
	e := &UserParam{Key: p.word("the name of a parameter").text}
	p.want(",")
	e.Default = p.atom()
	p.want(")")
	return e
}

// getSizeMax ::= (class)
func (p *parser) getSizeMax() Exp {
	p.want("(")
	class := p.sizeClass()
	p.want(")")
	return &GetSize{Key: "max_" + class, Class: "max_" + class}
}

// sizeClass ::= word [(…)]
func (p *parser) sizeClass() string {
	start := p.word("the class of a tuning parameter")
	if p.skip("(") {
		for depth := 1; depth > 0; {
			switch t := p.take(); {
			case t.kind == tokEnd:
				p.fail("`)`")
			case t.text == "(":
				depth++
			case t.text == ")":
				depth--
			}
		}
	}
	return p.from(start).Text()
}

// cmpSize ::= (key, class) <= atom
func (p *parser) cmpSize() Exp {
	p.want("(")
	e := &CmpSize{Key: p.word("the name of a tuning parameter").text}
	p.want(",")
	e.Class = p.sizeClass()
	p.want(")", "<=")
	e.X = p.atom()
	return e
}

// calcNumGroups ::= (atom, key, atom)
func (p *parser) calcNumGroups() Exp {
	p.want("(")
	e := &CalcNumGroups{N: p.atom()}
	p.want(",")
	e.Key = p.word("the name of a tuning parameter").text
	p.want(",")
	e.Group = p.atom()
	p.want(")")
	return e
}
