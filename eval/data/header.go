package data

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

const (
	magic     = "\x93NUMPY"
	maxHeader = 1 << 20 // bytes of a header that are read; NumPy itself stops at 10^4
	maxRank   = 64      // NumPy's own limit
)

// header is what a .npy file says about its data.
type header struct {
	dtype   dtype
	fortran bool
	shape   []int
	size    int64 // bytes of the file before the data
}

// readHeader reads everything before the data.
func readHeader(r *bufio.Reader) (*header, error) {
	var start [8]byte
	if n, err := io.ReadFull(r, start[:]); err != nil || string(start[:6]) != magic {
		if string(start[:2]) == "PK" {
			return nil, errors.New("this is a zip file such as numpy.savez writes, and its name should end in .npz")
		}
		if n == 0 && err == io.EOF {
			return nil, errors.New("the file is empty, wanted a .npy file")
		}
		return nil, errors.New("this is not a .npy file: it does not start with \\x93NUMPY and a version")
	}
	major, minor := start[6], start[7]
	if major < 1 || major > 3 || minor != 0 {
		return nil, fmt.Errorf("version %d.%d of the .npy format, wanted 1.0, 2.0 or 3.0", major, minor)
	}
	length := make([]byte, 4)
	if major == 1 {
		length = length[:2]
	}
	if _, err := io.ReadFull(r, length); err != nil {
		return nil, errors.New("the file ends before its header")
	}
	n := int64(binary.LittleEndian.Uint16(length))
	if major > 1 {
		n = int64(binary.LittleEndian.Uint32(length))
	}
	if n > maxHeader {
		return nil, fmt.Errorf("the header claims %d bytes, wanted at most %d", n, maxHeader)
	}
	text, err := io.ReadAll(io.LimitReader(r, n))
	if err != nil {
		return nil, err
	}
	if int64(len(text)) < n {
		return nil, fmt.Errorf("the file ends inside its header: %d of %d bytes are there", len(text), n)
	}
	h, err := parseHeader(string(text))
	if err != nil {
		return nil, err
	}
	h.size = int64(len(start)+len(length)) + n
	return h, nil
}

// scanner reads the header's text, a Python dictionary with the keys descr,
// fortran_order and shape in any order.
type scanner struct {
	text string
	pos  int
}

func parseHeader(text string) (*header, error) {
	s := &scanner{text: text}
	h := &header{}
	if err := s.want("{"); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for !s.accept("}") {
		key, err := s.quoted()
		if err != nil {
			return nil, err
		}
		if seen[key] {
			return nil, fmt.Errorf("the header has the key %q twice", key)
		}
		seen[key] = true
		if err := s.want(":"); err != nil {
			return nil, err
		}
		switch key {
		case "descr":
			h.dtype, err = s.descr()
		case "fortran_order":
			h.fortran, err = s.truth()
		case "shape":
			h.shape, err = s.tuple()
		default:
			err = fmt.Errorf("the header has the key %q, wanted descr, fortran_order and shape", key)
		}
		if err != nil {
			return nil, err
		}
		if !s.accept(",") {
			if err := s.want("}"); err != nil {
				return nil, err
			}
			break
		}
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return nil, fmt.Errorf("the header has no key %q", key)
		}
	}
	if s.space(); s.pos < len(s.text) {
		return nil, fmt.Errorf("the header goes on after its dictionary with %s", s.rest())
	}
	return h, nil
}

func (s *scanner) space() {
	for s.pos < len(s.text) && strings.IndexByte(" \t\r\n\f\v", s.text[s.pos]) >= 0 {
		s.pos++
	}
}

func (s *scanner) accept(word string) bool {
	s.space()
	if strings.HasPrefix(s.text[s.pos:], word) {
		s.pos += len(word)
		return true
	}
	return false
}

func (s *scanner) want(word string) error {
	if s.accept(word) {
		return nil
	}
	return fmt.Errorf("the header has %s, wanted %q", s.rest(), word)
}

// rest quotes the start of the unread text.
func (s *scanner) rest() string {
	if s.space(); s.pos >= len(s.text) {
		return "its end"
	}
	return clip(s.text[s.pos:])
}

// clip quotes at most 40 bytes of an arbitrary text.
func clip(text string) string {
	if len(text) > 40 {
		return strconv.Quote(text[:40]) + "…"
	}
	return strconv.Quote(text)
}

func (s *scanner) quoted() (string, error) {
	s.space()
	if s.pos < len(s.text) {
		if q := s.text[s.pos]; q == '\'' || q == '"' {
			if end := strings.IndexByte(s.text[s.pos+1:], q); end >= 0 {
				word := s.text[s.pos+1 : s.pos+1+end]
				s.pos += end + 2
				return word, nil
			}
		}
	}
	return "", fmt.Errorf("the header has %s, wanted a quoted word", s.rest())
}

func (s *scanner) truth() (bool, error) {
	if s.accept("True") {
		return true, nil
	}
	if s.accept("False") {
		return false, nil
	}
	return false, fmt.Errorf("fortran_order is %s, wanted True or False", s.rest())
}

func (s *scanner) descr() (dtype, error) {
	if s.accept("[") || s.accept("(") {
		s.pos--
		return dtype{}, fmt.Errorf("dtype %s has fields, wanted an integer type, bool or a float type", s.rest())
	}
	name, err := s.quoted()
	if err != nil {
		return dtype{}, err
	}
	return parseDtype(name)
}

// tuple reads a Python tuple of sizes: (), (3,), (3, 4), and the long integers of Python 2,
// 3L.
func (s *scanner) tuple() ([]int, error) {
	if err := s.want("("); err != nil {
		return nil, err
	}
	shape := []int{}
	for !s.accept(")") {
		s.space()
		from := s.pos
		for s.pos < len(s.text) && (s.text[s.pos] == '-' || s.text[s.pos] >= '0' && s.text[s.pos] <= '9') {
			s.pos++
		}
		word := s.text[from:s.pos]
		if word == "" {
			return nil, fmt.Errorf("the shape has %s, wanted a size", s.rest())
		}
		n, err := strconv.Atoi(word)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return nil, fmt.Errorf("the shape has the size %s, which is more than can be addressed", clip(word))
		case err != nil:
			return nil, fmt.Errorf("the shape has %s, wanted a size", clip(word))
		case n < 0:
			return nil, fmt.Errorf("the shape has the negative size %d", n)
		case len(shape) == maxRank:
			return nil, fmt.Errorf("the shape has more than %d dimensions", maxRank)
		}
		shape = append(shape, n)
		s.accept("L")
		if !s.accept(",") {
			if err := s.want(")"); err != nil {
				return nil, err
			}
			if len(shape) == 1 {
				return nil, fmt.Errorf("the shape is (%d), wanted a tuple such as (%d,)", n, n)
			}
			break
		}
	}
	return shape, nil
}
