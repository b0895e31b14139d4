package typeset

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"funmem/semantics/imp"
	"funmem/semantics/syntax"
)

// symbols are characters of judgements and programs, as TeX has them in formulas. The longest comes first.
var symbols = []struct{ text, tex string }{
	{"⇒unmem", `\Rightarrow_{\mathrm{unmem}}`},
	{"<-", `\gets`}, {"->", `\to`}, {"<=", `\leq`}, {">=", `\geq`}, {"!=", `\neq`}, {"==", `\mathrel{=\!=}`},
	{"&&", `\mathbin{\&\&}`}, {"||", `\mathbin{||}`}, {"++", `\mathbin{+\!+}`}, {"**", `\mathbin{{*}{*}}`}, {"//", `\mathbin{/\!/}`}, {"%%", `\mathbin{\%\%}`},
	{"/", `\mathbin{/}`}, {"<<", `\ll`}, {">>", `\gg`},
	{"⊢", `\vdash`}, {"⇓", `\Downarrow`}, {"→", `\to`}, {"←", `\gets`}, {"⇒", `\Rightarrow`}, {"↦", `\mapsto`},
	{"⟨", `\langle`}, {"⟩", `\rangle`}, {"∅", `\emptyset`}, {"∪", `\cup`}, {"∩", `\cap`}, {"⋃", `\textstyle\bigcup`},
	{"∈", `\in`}, {"∉", `\notin`}, {"≤", `\leq`}, {"≥", `\geq`}, {"≠", `\neq`}, {"⊆", `\subseteq`}, {"∀", `\forall`}, {"∃", `\exists`},
	{"•", `\bullet`}, {"…", `\ldots`}, {"?", `{?}`}, {"§", `\mathsection`}, {"|", `\mid`}, {"⋮", `\vdots`}, {"⊥", `\bot`}, {"⊤", `\top`}, {"∞", `\infty`}, {"▷", `\mathbin{\triangleright}`},
	{"∧", `\wedge`}, {"∨", `\vee`}, {"×", `\times`}, {"⊕", `\oplus`}, {"⋈", `\bowtie`}, {"✗", `{\boldsymbol\times}`}, {"·", `\cdot`}, {"−", `-`},
	{"λ", `\lambda`}, {`\`, `\lambda`}, {"{", `\{`}, {"}", `\}`}, {"#", `\#`}, {"$", `\$`}, {"&", `\mathbin{\&}`}, {"%", `\mathbin{\%}`},
	{"@", `\mathbin{@}`}, {"^", `\mathbin{\mathtt{\char94}}`}, {"~", `\mathtt{\char126}`}, {`"`, `\mathtt{\char34}`}, {"`", `\mathtt{\char96}`}, {"'", `{}'`}, {"_", `\_`},
	{"‘", "`"}, {"’", "{}'"}, {"′", "{}'"},
}

// greek are the letters of judgements that TeX has by name. ℓ is among them.
var greek = map[rune]string{
	'α': "alpha", 'β': "beta", 'γ': "gamma", 'δ': "delta", 'ε': "varepsilon", 'ζ': "zeta", 'η': "eta", 'θ': "theta", 'ι': "iota", 'κ': "kappa", 'λ': "lambda",
	'μ': "mu", 'ν': "nu", 'ξ': "xi", 'π': "pi", 'ρ': "rho", 'σ': "sigma", 'ς': "varsigma", 'τ': "tau", 'υ': "upsilon", 'φ': "varphi", 'χ': "chi", 'ψ': "psi", 'ω': "omega",
	'Γ': "Gamma", 'Δ': "Delta", 'Θ': "Theta", 'Λ': "Lambda", 'Ξ': "Xi", 'Π': "Pi", 'Σ': "Sigma", 'Υ': "Upsilon", 'Φ': "Phi", 'Ψ': "Psi", 'Ω': "Omega", 'ℓ': "ell",
}

// accents are letters with marks, as TeX composes them in text.
var accents = func() map[rune]string {
	m := map[rune]string{'ß': `\ss{}`, 'æ': `\ae{}`, 'Æ': `\AE{}`, 'œ': `\oe{}`, 'Œ': `\OE{}`, 'ø': `\o{}`, 'Ø': `\O{}`, 'å': `\aa{}`, 'Å': `\AA{}`, 'ł': `\l{}`, 'Ł': `\L{}`, 'ı': `\i{}`, 'ç': `\c{c}`, 'Ç': `\c{C}`, 'ş': `\c{s}`, 'Ş': `\c{S}`, 'ő': `\H{o}`, 'ű': `\H{u}`, 'Ő': `\H{O}`, 'Ű': `\H{U}`}
	for mark, pairs := range map[string]string{
		"`": "aàeèiìoòuùAÀEÈIÌOÒUÙ", "'": "aáeéiíoóuúyýcćnńsśzźAÁEÉIÍOÓUÚYÝCĆNŃSŚZŹ", "^": "aâeêiîoôuûAÂEÊIÎOÔUÛ", `"`: "aäeëiïoöuüyÿAÄEËIÏOÖUÜ",
		"~": "aãnñoõAÃNÑOÕ", "v": "cčsšzžeěrřnňCČSŠZŽEĚRŘNŇ", "u": "aăgğAĂGĞ", ".": "zżZŻ",
	} {
		r := []rune(pairs)
		for k := 0; k < len(r); k += 2 {
			m[r[k+1]] = `\` + mark + "{" + string(r[k]) + "}"
		}
	}
	return m
}()

// functions are the words of conditions that derivations record, which stand upright, and prose those of premises in words.
var (
	functions = strings.Fields(`index slice tr nest permute transpose reverse reshape conventional evaluation of memcopy racefree dom fresh without
		is are the array replaced by not goes on in order schedule some with star one size an argument where before its block has more and does
		flat belongs to program applies`)
	prose = append(strings.Fields(`FV each row rows no have arrays for unless or from only alone last first copied place accumulator
		it lies there sizes marks parameter undefined shape type a operands variables label number outer sum declares known min max dimension
		dimensions view as independent that be equal location locations rule writes types if at condition what wants length least ir
		they same Fun FUNMEM IMP LMADs shares carry memory semantics value heap descriptors nested core around all which iteration iterations inputs them those indices LMAD after allocated another kind elements binding bound branch but call claimed comes
		freed function kept lent nothing other outside returns this used uses valid was written`), functions...)
)

// ofRules are functions of rules, which stand upright where they are applied.
var ofRules = strings.Fields("memcopy row at sizes shown undefined img")

// keywords are those of Fun, FUNMEM and IMP.
var keywords = append(append([]string{"generate", "fold", "cond", "extent", "Folded", "Outer", "Inner", "free", "view"}, append(syntax.Reserved(), syntax.Builtins()...)...), imp.Words...)

// Math typesets a text of a judgement, a condition or a program as a formula. Words can stand in a condition, and names alone
// in a judgement.
func Math(text string) string {
	if strings.Contains(text, "⊢") {
		return formula(text, judging)
	}
	return formula(text, condition)
}

// Sentence typesets a premise in words, in which no program stands: keywords are words.
func Sentence(text string) string { return formula(text, sentence) }

// kind is what stands in a text.
type kind uint8

const (
	judging   kind = iota // names and keywords
	condition             // words too
	sentence              // words, and no keywords
)

// decompose takes apart the letters that have a bar of their own.
var decompose = strings.NewReplacer("ā", "a\u0304", "ē", "e\u0304", "ī", "i\u0304", "ō", "o\u0304", "ū", "u\u0304", "ȳ", "y\u0304")

// formula goes through a text.
func formula(text string, of kind) string {
	var b strings.Builder
	rest := []rune(decompose.Replace(text))
	spaced := true // nothing is before it, or a blank is
	blank := false // it is, and is not written yet
	var before rune
	for len(rest) > 0 {
		c, all := rest[0], rest
		switch {
		case unicode.IsSpace(c):
			rest = rest[1:]
			blank = blank || !spaced
			spaced = true
			continue
		case blank:
			if blank = false; !strings.ContainsRune(relations, before) && !strings.ContainsRune(relations, c) && !strings.HasPrefix(string(rest[:min(2, len(rest))]), "!=") {
				b.WriteString(`\ `)
			}
			continue
		case c == 'λ' && len(rest) > 1 && unicode.IsLetter(rest[1]): // of a function, before its first parameter
			b.WriteString(`\lambda `)
			rest = rest[1:]
		case unicode.IsLetter(c):
			var tex string
			tex, rest = name(rest, of)
			b.WriteString(tex)
		case c >= '₀' && c <= '₉':
			n := run(rest, subscript)
			b.WriteString("{}_{" + digits(rest[:n]) + "}")
			rest = rest[n:]
		case c == '_' && len(rest) > 1 && (rest[1] == '{' || isName(rest[1])) && strings.ContainsRune(":⋃⋈", before):
			var tex string
			tex, rest = sub(rest)
			b.WriteString(tex)
		case c >= '0' && c <= '9':
			n := run(rest, func(c rune) bool { return c >= '0' && c <= '9' || c == '.' })
			b.WriteString(strings.ReplaceAll(string(rest[:n]), ".", "{.}"))
			rest = rest[n:]
		case c == ':':
			tex := "{:}"
			if spaced {
				tex = ":"
			}
			b.WriteString(tex)
			rest = rest[1:]
		default:
			var tex string
			tex, rest = symbol(rest)
			b.WriteString(tex)
		}
		spaced, before = false, all[len(all)-len(rest)-1]
	}
	return b.String()
}

// relations are the symbols around which TeX leaves room itself.
const relations = "⊢⇓→←⇒↦∈∉⊆≤≥≠=<>:;,+-*/%&|^@∪∩∧∨▷×⊕⋈"

// symbol typesets the symbol that a text begins with.
func symbol(rest []rune) (tex string, after []rune) {
	for _, s := range symbols {
		if t := []rune(s.text); len(rest) >= len(t) && string(rest[:len(t)]) == s.text {
			if strings.HasPrefix(s.tex, `\`) && unicode.IsLetter(rune(s.tex[len(s.tex)-1])) {
				return s.tex + " ", rest[len(t):]
			}
			return s.tex, rest[len(t):]
		}
	}
	if c := rest[0]; c > ' ' && c < 127 {
		return string(c), rest[1:]
	}
	return unknown(rest[0]), rest[1:]
}

// unknown is a character that TeX's fonts lack: its number.
func unknown(c rune) string { return fmt.Sprintf(`\mathtt{U{+}%04X}`, c) }

func isName(c rune) bool    { return unicode.IsLetter(c) || c >= '0' && c <= '9' }
func subscript(c rune) bool { return c >= '₀' && c <= '₉' }
func combining(c rune) bool { return c == 0x304 || c == 0x305 }
func digits(r []rune) string {
	return strings.Map(func(c rune) rune { return c - '₀' + '0' }, string(r))
}

// run is how many characters at the beginning are of a kind.
func run(rest []rune, of func(rune) bool) int {
	n := 0
	for n < len(rest) && of(rest[n]) {
		n++
	}
	return n
}

// name typesets the name or word that a text begins with, with its bar, its primes and what is below it.
func name(rest []rune, of kind) (tex string, after []rune) {
	n := run(rest, func(c rune) bool { return isName(c) || combining(c) })
	bars := 0
	letters := slices.DeleteFunc(slices.Clone(rest[:n]), func(c rune) bool {
		if combining(c) {
			bars++
		}
		return combining(c)
	})
	rest = rest[n:]
	word := string(letters)
	primes := run(rest, func(c rune) bool { return c == '\'' || c == '′' })
	rest = rest[primes:]
	below := ""
	if k := run(rest, subscript); k > 0 {
		below, rest = "_{"+digits(rest[:k])+"}", rest[k:]
	} else if len(rest) > 1 && rest[0] == '_' && (rest[1] == '{' || isName(rest[1])) {
		below, rest = sub(rest)
	}
	applied := bars == 0 && below == "" && len(rest) > 0 && rest[0] == '(' && slices.Contains(ofRules, word)
	plain := bars == 0 && primes == 0 && below == ""
	switch {
	case applied:
		return upright(word) + strings.Repeat("'", primes), rest
	case plain && of != sentence && slices.Contains(keywords, word):
		return `\mathbf{` + word + "}", rest
	case plain && of == sentence && slices.Contains(keywords, word):
		return upright(word), rest
	case bars == 0 && primes == 0 && (below == "" || below == "_{f}") && (of == condition && slices.Contains(functions, word) || of == sentence && len(letters) > 1 && slices.Contains(prose, word)):
		return upright(word) + below, rest
	case plain && (word == "R" || word == "W") && !shapes(string(rest[:min(6, len(rest))])),
		!plain && bars == 0 && (word == "R" || word == "W"): // sets and R(n) are calligraphic in the paper
		tex = `\mathcal{` + word + "}"
	default:
		tex = letterwise(letters)
	}
	if bars > 0 {
		tex = `\overline{` + tex + "}"
	}
	return tex + strings.Repeat("'", primes) + below, rest
}

// shapes tells whether R is the mark of a regular dimension, by what follows it.
func shapes(after string) bool {
	return strings.HasPrefix(after, " ▷") || strings.HasPrefix(after, " where")
}

func upright(word string) string { return `\mathrm{` + word + "}" }

// sub typesets what is below a name: _i, _{i-1} or _mem.
func sub(rest []rune) (tex string, after []rune) {
	if rest[1] == '{' {
		depth := 0
		for k, c := range rest {
			switch c {
			case '{':
				depth++
			case '}':
				if depth--; depth == 0 {
					return "_{" + Math(string(rest[2:k])) + "}", rest[k+1:]
				}
			}
		}
	}
	n := 1 + run(rest[1:], func(c rune) bool { return isName(c) || c == '_' })
	if n == 1 {
		return `\_`, rest[1:]
	}
	parts := strings.Split(string(rest[1:n]), "_")
	for k, p := range parts {
		parts[k] = letterwise([]rune(p))
	}
	return "_{" + strings.Join(parts, ",") + "}", rest[n:]
}

// letterwise typesets the letters of a name: one letter as such, several as a word.
func letterwise(letters []rune) string {
	if len(letters) == 0 {
		return ""
	}
	if g := greek[letters[0]]; len(letters) == 1 && g != "" {
		return `\` + g + " "
	}
	ascii := !slices.ContainsFunc(letters, func(c rune) bool { return c > 126 })
	switch {
	case ascii && len(letters) == 1, ascii && run(letters, unicode.IsDigit) == len(letters):
		return string(letters)
	case ascii:
		return `\mathit{` + string(letters) + "}"
	}
	var b strings.Builder
	for _, c := range letters {
		b.WriteString(inText(c))
	}
	return `\mbox{\textit{` + b.String() + "}}"
}

// inText is a letter in text.
func inText(c rune) string {
	switch {
	case c < 127:
		return string(c)
	case accents[c] != "":
		return accents[c]
	case greek[c] != "":
		return `$\` + greek[c] + "$"
	}
	return "$" + unknown(c) + "$"
}

// longest is how many characters of a text stand together without a place where a line may end.
const longest = 30

// Text typesets text as it is, letter by letter, in the fixed-width font. Where it has no blanks for long, a line may end anywhere.
func Text(text string) string {
	var b strings.Builder
	together := 0
	for _, c := range text {
		if together++; unicode.IsSpace(c) {
			together = 0
		} else if together > longest {
			b.WriteString(`\allowbreak{}`)
		}
		switch {
		case c == '\n':
			b.WriteString(`\newline `)
		case unicode.IsSpace(c):
			b.WriteString(`\ `)
		case isName(c):
			b.WriteString(inText(c))
		case subscript(c):
			b.WriteString("$_" + digits([]rune{c}) + "$")
		case c > ' ' && c < 127:
			fmt.Fprintf(&b, `\char%d{}`, c)
		default:
			tex, _ := symbol([]rune{c})
			b.WriteString("$" + tex + "$")
		}
	}
	return `{\ttfamily ` + b.String() + "}"
}

// Note typesets a sentence, with program text between backquotes.
func Note(text string) string {
	var b strings.Builder
	for k, part := range strings.Split(text, "`") {
		if k%2 == 1 {
			b.WriteString(Text(part))
			continue
		}
		for _, c := range part {
			switch tex, _ := symbol([]rune{c}); {
			case isName(c):
				b.WriteString(inText(c))
			case unicode.IsSpace(c):
				b.WriteString(" ")
			case strings.ContainsRune(".,;:!?()[]-+='/*", c):
				b.WriteRune(c)
			case subscript(c):
				b.WriteString("$_" + digits([]rune{c}) + "$")
			default:
				b.WriteString("$" + strings.TrimSpace(tex) + "$")
			}
		}
	}
	return b.String()
}
