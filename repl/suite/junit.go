package suite

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// junitSuites is a file of JUnit's.
type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

// junitSuite has the cases of one sub-command.
type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string      `xml:"name,attr"`
	Class   string      `xml:"classname,attr"`
	Time    string      `xml:"time,attr"`
	Failure *junitFault `xml:"failure,omitempty"`
	Error   *junitFault `xml:"error,omitempty"`
	Out     string      `xml:"system-out,omitempty"`
}

type junitFault struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes the results in the form of JUnit's: a suite for each sub-command, and one for the compiler. What is unknown is an error there, and what is
// wrong in another way a failure. The verdict on a case that is as wanted is its output. What was not run is an error of a suite
// of its own.
func (r *Report) JUnit(w io.Writer) error {
	all := junitSuites{Name: "funmem suite"}
	total := 0.0
	for _, command := range reported {
		s := junitSuite{Name: "funmem " + command}
		if command == "futhark" {
			s.Name = command
		}
		seconds := 0.0
		for _, one := range r.Results {
			if one.Args[0] != command {
				continue
			}
			c := junitCase{Name: xmlText(one.Case), Class: "funmem." + command, Time: fmt.Sprintf("%.3f", one.Seconds)}
			switch {
			case one.OK:
				c.Out = string(one.Verdict)
			default:
				fault := &junitFault{Message: xmlText(one.Why), Type: string(one.Verdict)}
				var text []string
				for _, f := range r.findingsOf(one) {
					text = append(text, f.String())
				}
				fault.Text = xmlText(strings.Join(append(text, "again: "+one.Again), "\n"))
				if one.Verdict == Unknown {
					s.Errors++
					c.Error = fault
				} else {
					s.Failures++
					c.Failure = fault
				}
			}
			s.Tests++
			seconds += one.Seconds
			s.Cases = append(s.Cases, c)
		}
		if s.Tests == 0 {
			continue
		}
		s.Time = fmt.Sprintf("%.3f", seconds)
		total += seconds
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		all.Suites = append(all.Suites, s)
	}
	if lines := r.notRun(); len(lines) > 0 {
		s := junitSuite{Name: "funmem suite", Tests: len(lines), Errors: len(lines), Time: "0.000"}
		for _, text := range lines {
			text = xmlText(text)
			s.Cases = append(s.Cases, junitCase{Name: text, Class: "funmem.suite", Time: "0.000", Error: &junitFault{Message: text, Type: "not run", Text: text}})
		}
		all.Tests, all.Errors, all.Suites = all.Tests+s.Tests, all.Errors+s.Errors, append(all.Suites, s)
	}
	all.Time = fmt.Sprintf("%.3f", total)
	text, err := xml.MarshalIndent(all, "", "  ")
	if err == nil {
		_, err = fmt.Fprintf(w, "%s%s\n", xml.Header, text)
	}
	return err
}

// xmlText is a text without characters that XML does not have.
func xmlText(text string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r < ' ' && r != '\n' && r != '\t' || r == 0xfffe || r == 0xffff {
			return '�'
		}
		return r
	}, text)
}
