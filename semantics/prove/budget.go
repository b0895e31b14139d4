package prove

// MaxSteps is how many steps the proofs about one program may take together. A step is a
// statement that is walked, a fact in a round of settling, a row made from a product of
// facts, or some numbers of a linear program. It takes about a microsecond, but no clock is
// read, so that the same program has the same proofs everywhere.
const MaxSteps = 2_500_000

// UsualSteps is how many steps a proof of validity may take: about a second. LiftedSteps is how many it may take if its user lifts that limit.
const (
	UsualSteps  = 1_000_000
	LiftedSteps = 100 * UsualSteps
)

// numbersPerStep is how many numbers of a linear program count as a step.
const numbersPerStep = 64

// Budget is the steps that proofs share. When none are left, nothing more is proved. A nil
// Budget is unlimited.
type Budget struct {
	taken, limit int

	Second Second // told of each question; nil: there is nobody to tell

	obligation *Obligation // what is to be shown now; nil: nothing that is known
}

// Obligation is something that questions are about. There may be several ways to show it, with a question each.
type Obligation struct {
	met    bool
	around *Obligation // of which it is a part
}

// Met tells whether it was shown, or something was of which it is a part. A question about it that nobody has answered is not open then.
func (o *Obligation) Met() bool { return o != nil && (o.met || o.around.Met()) }

// Oblige runs do, which tells whether something is shown. The questions that are asked meanwhile are about it.
func (b *Budget) Oblige(do func() bool) bool {
	if b == nil || b.Second == nil {
		return do()
	}
	o := &Obligation{around: b.obligation}
	b.obligation = o
	defer func() { b.obligation = o.around }()
	o.met = do()
	return o.met
}

// NewBudget is a budget of the given number of steps.
func NewBudget(steps int) *Budget { return &Budget{limit: steps} }

// Taken is how many steps were taken. The last one may have been a few too many.
func (b *Budget) Taken() int { return b.taken }

// Spent tells whether proofs wanted more steps than there are. During Share, only the steps
// of the share count.
func (b *Budget) Spent() bool { return b != nil && b.taken > b.limit }

// Usual returns how many times UsualSteps the budget has, at least 1. Other limits of a proof of validity grow with it.
func (b *Budget) Usual() int {
	if b == nil {
		return 1
	}
	return max(1, b.limit/UsualSteps)
}

// Share runs do with one part-th of the remaining steps, so that later work has steps as
// well. It returns how many these were, and whether they were too few.
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

// Step takes n steps and tells whether that many were left. It also asks whether proofs
// should end. A proof for which Step is false proves nothing.
func (y *Symbols) Step(n int) bool {
	y.Until.Ask()
	b := y.Budget
	if b == nil || b.Spent() {
		return b == nil
	}
	b.taken += n
	return !b.Spent()
}
