package elab_test

import (
	"fmt"
	"strings"
	"testing"

	"funmem/semantics/syntax"
)

// TestElementwise: an operator of arrays has the core of the kernel that it stands for.
func TestElementwise(t *testing.T) {
	same := func(inputs, operator, kernel string) {
		t.Helper()
		x := syntax.Print(elaborate(t, "operator", inputs+operator).Core)
		y := syntax.Print(elaborate(t, "kernel", inputs+kernel).Core)
		if x != y {
			t.Errorf("%s\n%s\nand %s\n%s", operator, x, kernel, y)
		}
	}
	for rank := 1; rank <= 3; rank++ {
		var index, bounds []string
		for k := range rank {
			i := fmt.Sprintf("i%d", k+1)
			if rank == 1 {
				i = "i"
			}
			index = append(index, i)
			bounds = append(bounds, fmt.Sprintf("%s <= shape(%%s)[%d]", i, k+1))
		}
		at := "[" + strings.Join(index, ", ") + "]"
		kernel := func(array string) string {
			return "kernel " + strings.ReplaceAll(strings.Join(bounds, ", "), "%s", array) + " do "
		}
		dims := strings.Repeat("[2]", rank)
		for _, elem := range []string{"int", "f64"} {
			inputs := fmt.Sprintf("let (a : %s%s) = scratch(%[1]s%[2]s)\nlet (b : %[1]s%[2]s) = scratch(%[1]s%[2]s)\nlet (k : %[2]s) = scratch([1]%[2]s)[1]\n", dims, elem)
			for _, op := range []string{"+", "-", "*", "/", "%"} {
				if op == "%" && elem == "f64" {
					continue
				}
				same(inputs, "a "+op+" b", kernel("a")+"a"+at+" "+op+" b"+at)
				same(inputs, "a "+op+" k", kernel("a")+"a"+at+" "+op+" k")
				same(inputs, "k "+op+" b", kernel("b")+"k "+op+" b"+at)
			}
			same(inputs, "-a", kernel("a")+"-a"+at)
			convert := map[string]string{"int": "f64", "f64": "int"}[elem]
			same(inputs, convert+"(a)", kernel("a")+convert+"(a"+at+")")
		}
	}
}
