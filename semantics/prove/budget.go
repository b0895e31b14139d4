package prove

// MaxSteps is how many steps the proofs about one program may take together. A step is a
// statement that is walked, a fact in a round of settling, a row that a product of facts
// gives, or some numbers of a linear program: about a microsecond, though no clock is read,
// so that the same program has the same proofs everywhere.
const MaxSteps = 2_000_000

// numbersPerStep are how many numbers of a linear program count as a step.
const numbersPerStep = 64

// Budget is the steps that proofs share. Where there are none left nothing more is proved.
// A nil Budget has no end.
type Budget struct{ taken, limit int }

// NewBudget is a budget of so many steps.
func NewBudget(steps int) *Budget { return &Budget{limit: steps} }

// Taken is how many steps were taken. The last one may have been a few too many.
func (b *Budget) Taken() int { return b.taken }

// Spent tells whether proofs wanted more steps than there are, of the share that is at hand
// if there is one.
func (b *Budget) Spent() bool { return b != nil && b.taken > b.limit }

// Share does something with the part-th part of what is left, so that what comes after it
// has steps as well. It gives how many these were, and whether they were too few.
func (b *Budget) Share(part int, do func()) (steps int, spent bool) {
	if b == nil {
		do()
		return 0, false
	}
	whole := b.limit
	steps = max(0, whole-b.taken) / part
	b.limit = min(whole, b.taken+steps)
	defer func() { b.limit = whole }()
	do()
	return steps, b.Spent()
}

// Step asks whether proofs are to end, and takes some steps. It tells whether there were as
// many: a proof that is told that there are not is none.
func (y *Symbols) Step(n int) bool {
	y.Until.Ask()
	b := y.Budget
	if b == nil || b.Spent() {
		return b == nil
	}
	b.taken += n
	return !b.Spent()
}
