package diag

// Negative is the message that a size, a bound or a number of locations is less than 0. what
// names it, and found is its value.
func Negative(what, found string) string { return what + " is " + found + ", and must not be negative" }
