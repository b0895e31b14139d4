package tutor

import (
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"funmem/semantics/diag"
)

// Form is the form of an answer.
type Form string

// The forms of answers.
const (
	Numbers Form = "numbers" // numbers in their order: one, or an index, or the elements of an array
	Set     Form = "set"     // whole numbers in any order
	Pairs   Form = "pairs"   // pairs of whole numbers in any order
	Truth   Form = "truth"   // yes or no
	Name    Form = "name"    // a name of the program
)

// Answer is an answer to a question.
type Answer struct {
	Form  Form
	Items []string // numbers as they are printed, pairs as "1,2", "yes" or "no", or a name
	Any   bool     // of a right answer: one of its items is enough
}

// wanted says how an answer of each form is written.
var wanted = map[Form]string{
	Numbers: "numbers, as `5`, or `1, 2`",
	Set:     "whole numbers, as `1, 2, 5` or `0-3`, or `none`",
	Pairs:   "pairs of numbers, as `1 and 2`, or `(1, 2), (2, 3)`, or `none`",
	Truth:   "`yes` or `no`",
	Name:    "a name",
}

// Wanted says how an answer of a form is written.
func Wanted(form Form) string { return wanted[form] }

// most is how many numbers an answer has at most.
const most = 1000

var (
	token   = regexp.MustCompile(`\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\.\.|[\pL_][\pL\pN_'#]*|[^\s]`)
	numeral = regexp.MustCompile(`^\d`)
	large   = regexp.MustCompile(`[eE][-+]?\d{3}`) // such an exponent makes a number of too many digits
	word    = regexp.MustCompile(`^[\pL_]`)
)

// spelled are numbers that are written as words.
var spelled = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve")

// nothings are words for no number.
var nothings = strings.Fields("none nothing nobody no empty")

// fillers are words around numbers that say nothing.
var fillers = strings.Fields("or cell cells offset offsets location locations element elements iteration iterations index number numbers pair pairs line is are it its the at in on of and with i a an only just block row column answer allocation allocations alloc allocs copy copies block blocks to")

// Parse reads an answer of a form. It is lenient: `5`, `cell 5` and `#5.` are the same.
func Parse(form Form, text string) (Answer, error) {
	a := Answer{Form: form}
	text = strings.TrimSpace(text)
	switch form {
	case Truth:
		switch strings.ToLower(strings.Trim(text, ".!`'\" ")) {
		case "yes", "y", "true", "1":
			a.Items = []string{"yes"}
		case "no", "n", "false", "0":
			a.Items = []string{"no"}
		default:
			return a, unread(form, text)
		}
		return a, nil
	case Name:
		words := strings.Fields(strings.Map(func(r rune) rune {
			if strings.ContainsRune("`'\".,;:!?", r) {
				return ' '
			}
			return r
		}, text))
		words = slices.DeleteFunc(words, func(w string) bool {
			return len(words) > 1 && slices.Contains(fillers, strings.ToLower(w)) && !strings.EqualFold(w, words[len(words)-1])
		})
		if len(words) != 1 || !word.MatchString(words[0]) {
			return a, unread(form, text)
		}
		a.Items = words
		return a, nil
	}
	list, ranges, err := numbers(form, text)
	if err != nil {
		return a, err
	}
	switch {
	case form == Numbers && len(list) == 0, form == Pairs && len(list)%2 != 0:
		return a, unread(form, text)
	case form == Pairs:
		for k := 0; k < len(list); k += 2 {
			a.Items = append(a.Items, pair(list[k], list[k+1]))
		}
	case form == Set:
		for k := 0; k < len(list); k++ {
			if !slices.Contains(ranges, k) {
				a.Items = append(a.Items, text10(list[k]))
				continue
			}
			lo, hi := list[k], list[k+1]
			if n := new(big.Rat).Sub(hi, lo); n.Sign() < 0 || n.Cmp(big.NewRat(most, 1)) > 0 {
				return a, unread(form, text)
			}
			for x := new(big.Rat).Set(lo); x.Cmp(hi) <= 0; x.Add(x, big.NewRat(1, 1)) {
				a.Items = append(a.Items, text10(x))
			}
			k++
		}
	default:
		for _, x := range list {
			a.Items = append(a.Items, text10(x))
		}
	}
	return a.sorted(), nil
}

// unread is the error about an answer of another form.
func unread(form Form, text string) *diag.Diagnostic {
	return diag.Usagef("%q is no answer to this question", text).Helpf("the answer is %s", wanted[form])
}

// numbers are the numbers in a text, and the places in that list at which ranges such as 0-3 begin.
func numbers(form Form, text string) (list []*big.Rat, ranges []int, err error) {
	tokens := token.FindAllString(text, -1)
	negative, through := false, false
	for k, t := range tokens {
		next := ""
		if k+1 < len(tokens) {
			next = tokens[k+1]
		}
		lower := strings.ToLower(t)
		switch value := slices.Index(spelled, lower); {
		case numeral.MatchString(t), value >= 0:
			if value >= 0 {
				t = fmt.Sprint(value)
			}
			if large.MatchString(t) {
				return nil, nil, unread(form, text)
			}
			x, ok := new(big.Rat).SetString(t)
			if !ok || form != Numbers && !x.IsInt() || len(list) == most {
				return nil, nil, unread(form, text)
			}
			if negative {
				x.Neg(x)
			}
			if list = append(list, x); through && form == Set {
				ranges = append(ranges, len(list)-2)
			}
			negative, through = false, false
		case slices.Contains([]string{"-", "−", "–", "..", "…"}, t) || lower == "to" && form == Set:
			// after a number it is a range or stands between the numbers of a pair, before one a sign
			before := k > 0 && (numeral.MatchString(tokens[k-1]) || slices.Contains(spelled, strings.ToLower(tokens[k-1])))
			switch {
			case before && form != Numbers && !slices.Contains(ranges, len(list)-2):
				through = true
			case form == Numbers && (t == "-" || t == "−"):
				negative = true
			default:
				return nil, nil, unread(form, text)
			}
		case slices.Contains(nothings, lower):
			if len(tokens) > 2 || form == Numbers {
				return nil, nil, unread(form, text)
			}
		case slices.Contains(fillers, lower), strings.Contains("[]{}(),;:.!?#=`'\"", t):
		case word.MatchString(t) && (next == "[" || strings.HasSuffix(t, "_mem")): // m[5], x_mem 5
		default:
			return nil, nil, unread(form, text)
		}
	}
	if negative || through || len(list) == 0 && !slices.ContainsFunc(tokens, func(t string) bool {
		return slices.Contains(nothings, strings.ToLower(t)) || strings.ContainsAny(t, "[{(")
	}) {
		return nil, nil, unread(form, text)
	}
	return list, ranges, nil
}

// text10 is a number as it is printed.
func text10(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	text := x.FloatString(130) // of numbers with at most two digits in the exponent
	return strings.TrimRight(text, "0")
}

// pair is a pair with the smaller number first.
func pair(x, y *big.Rat) string {
	if x.Cmp(y) > 0 {
		x, y = y, x
	}
	return text10(x) + "," + text10(y)
}

// sorted is the answer with what has no order sorted, and nothing twice.
func (a Answer) sorted() Answer {
	if a.Form == Set || a.Form == Pairs {
		slices.SortFunc(a.Items, func(s, t string) int {
			if len(s) != len(t) {
				return len(s) - len(t)
			}
			return strings.Compare(s, t)
		})
		a.Items = slices.Compact(a.Items)
	}
	return a
}

// Accepts tells whether another answer is right, if this one is.
func (a Answer) Accepts(b Answer) bool {
	if a.Form != b.Form {
		return false
	}
	if a.Any {
		return len(b.Items) > 0 && !slices.ContainsFunc(b.Items, func(x string) bool { return !slices.Contains(a.Items, x) })
	}
	return slices.Equal(a.Items, b.Items)
}

// String is the answer in words.
func (a Answer) String() string {
	switch {
	case a.Form == Pairs && len(a.Items) > 0:
		var list []string
		for _, p := range a.Items {
			list = append(list, strings.Replace(p, ",", " and ", 1))
		}
		if a.Any {
			return strings.Join(list, ", or ")
		}
		return strings.Join(list, ", ")
	case a.Form == Name:
		return "`" + strings.Join(a.Items, "`") + "`"
	case len(a.Items) == 0:
		return "none"
	}
	return strings.Join(a.Items, ", ")
}

// Bare reads a line at the prompt as an answer, if it can hardly be anything else. isName tells whether a word is a name
// that the line may evaluate.
func Bare(form Form, line string, isName func(word string) bool) (Answer, bool) {
	a, err := Parse(form, line)
	if err != nil {
		return a, false
	}
	tokens := token.FindAllString(line, -1)
	for k, t := range tokens {
		if word.MatchString(t) && (k+1 < len(tokens) && tokens[k+1] == "[" || isName(t)) {
			return a, false
		}
	}
	return a, true
}
