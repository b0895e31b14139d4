package num

import (
	"fmt"
	"math"
)

// briefBits is the size of the largest integer that Brief writes out.
const briefBits = 1000

// Brief is the number as messages show it: an integer of very many digits is described.
func (x Num) Brief() string {
	if x.IsReal() || x.Bits() <= briefBits {
		return x.String()
	}
	sign := ""
	if x.Sign() < 0 {
		sign = "negative "
	}
	return fmt.Sprintf("(a %snumber of about %d digits)", sign, int(float64(x.Bits())*math.Log10(2))+1)
}
