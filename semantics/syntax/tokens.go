package syntax

// tokens is a list of tokens in pieces: a declaration may have millions, and a slice that grows is copied
// without a poll.
type tokens struct {
	pieces [][]token
	n      int
}

// perPiece is how many tokens a piece has.
const perPiece = 1 << 12

func (l *tokens) len() int { return l.n }

// at is token k, from 0.
func (l *tokens) at(k int) *token { return &l.pieces[k/perPiece][k%perPiece] }

func (l *tokens) add(t token) {
	switch {
	case l.n < perPiece: // most lists are short
		if len(l.pieces) == 0 {
			l.pieces = append(l.pieces, nil)
		}
		l.pieces[0] = append(l.pieces[0][:l.n], t)
	case l.n/perPiece == len(l.pieces):
		l.pieces = append(l.pieces, make([]token, perPiece))
		*l.at(l.n) = t
	default:
		p := &l.pieces[l.n/perPiece]
		*p = (*p)[:perPiece]
		(*p)[l.n%perPiece] = t
	}
	l.n++
}

// clear leaves no tokens, and keeps the room for those to come.
func (l *tokens) clear() { l.n = 0 }
