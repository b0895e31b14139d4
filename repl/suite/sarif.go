package suite

import (
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"path"
	"path/filepath"
)

// sarifLog is the part of SARIF 2.1.0 that is written.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool struct {
		Driver sarifDriver `json:"driver"`
	} `json:"tool"`
	Invocations []sarifInvocation `json:"invocations"`
	Results     []sarifResult     `json:"results"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"` // all cases were run
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level   string    `json:"level"`
	Message sarifText `json:"message"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID    string    `json:"id"`
	Short sarifText `json:"shortDescription"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID     string            `json:"ruleId"`
	RuleIndex  int               `json:"ruleIndex"`
	Level      string            `json:"level"`
	Message    sarifText         `json:"message"`
	Locations  []sarifLocation   `json:"locations,omitempty"`
	Prints     map[string]string `json:"partialFingerprints"`
	Properties map[string]string `json:"properties"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region *sarifRegion `json:"region,omitempty"`
	} `json:"physicalLocation"`
}

type sarifRegion struct {
	Line   int `json:"startLine"`
	Column int `json:"startColumn,omitempty"`
}

// SARIF writes the findings of the cases that are not as wanted, each at its place, in the form of SARIF 2.1.0. What is unknown
// is a warning, and what is wrong an error. The rule is that of the finding, or else its kind. What was not run is told of the run.
func (r *Report) SARIF(w io.Writer) error {
	run := sarifRun{Results: []sarifResult{}}
	ran := sarifInvocation{Successful: len(r.Results) >= r.Cases}
	for _, text := range r.notRun() {
		ran.Notifications = append(ran.Notifications, sarifNotification{"warning", sarifText{text}})
	}
	run.Invocations = []sarifInvocation{ran}
	run.Tool.Driver = sarifDriver{Name: "funmem", Version: r.Version, Rules: []sarifRule{}}
	rules := map[string]int{}
	for _, one := range r.Results {
		if one.OK {
			continue
		}
		for _, f := range r.findingsOf(one) {
			id := cmp.Or(f.Rule, f.Kind)
			if _, known := rules[id]; !known {
				rules[id] = len(run.Tool.Driver.Rules)
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{id, sarifText{f.Kind}})
			}
			s := sarifResult{
				RuleID: id, RuleIndex: rules[id], Level: "error", Message: sarifText{f.Message},
				Prints:     map[string]string{"case/v1": one.Case},
				Properties: map[string]string{"case": one.Case, "verdict": string(one.Verdict), "again": one.Again},
			}
			if one.Verdict == Unknown {
				s.Level = "warning"
			}
			if f.File != "" {
				var at sarifLocation
				at.Physical.Artifact.URI = uri(r.path(f.File))
				if f.Line > 0 {
					at.Physical.Region = &sarifRegion{f.Line, f.Column}
				}
				s.Locations = []sarifLocation{at}
			}
			run.Results = append(run.Results, s)
		}
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// uri is a path as a reference: one from the folder in which funmem was started, or an absolute one.
func uri(file string) string {
	file = filepath.ToSlash(file)
	u := url.URL{Path: file}
	if path.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String() // which begins with ./ where a colon would make a scheme of the name
}
