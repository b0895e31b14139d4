package measure

// Change is how a measurement compares with an earlier one.
type Change string

// The kinds of changes. A change counts only if the intervals are apart and the medians differ by more than 3 %.
const (
	Better Change = "better"
	Worse  Change = "worse"
	Noise  Change = "noise"
)

// least is the difference of medians that counts.
const least = 0.03

// Compare compares a measurement with an earlier one. ratio is the median over the earlier median.
func Compare(now, before Result) (c Change, ratio float64) {
	ratio = now.Median / before.Median
	switch {
	case now.High < before.Low && ratio < 1-least:
		return Better, ratio
	case now.Low > before.High && ratio > 1+least:
		return Worse, ratio
	}
	return Noise, ratio
}
