package instance_test

import (
	"testing"

	"funmem/internal/testkit"
)

// TestPlanted: the tests find schemas that are not what the rules do.
func TestPlanted(t *testing.T) {
	table := "../../semantics/rule/"
	testkit.Planted(t, [][4]string{
		{"a premise is missing", table + "heap.go", "E(se) = m\nℓ fresh\nH' = H", "E(se) = m\nH' = H"},
		{"premises are swapped", table + "heap.go", "E(x) = (ℓ_x, L_x)\nk = L_x(E(y₁), …, E(y_n))\n", "k = L_x(E(y₁), …, E(y_n))\nE(x) = (ℓ_x, L_x)\n"},
		{"the branches are swapped", table + "value.go", "E(x) ≠ 0\nE ⊢ b₁", "E(x) = 0\nE ⊢ b₁"},
		{"a derivation is a condition", table + "value.go", "E ⊢ e ⇓ (v₁, …, v_n)\nE, x₁", "v = E(e)\nE, x₁"},
		{"a premise that nothing has", table + "fun.go", "(x : [x₁][x₂]τ) ∈ Γ\n───\nΓ ⊢ let (y : [x₂][x₁]τ) = transpose x", "(x : [x₁][x₂]τ) ∈ Γ\nΓ ⊢ x : τ\n───\nΓ ⊢ let (y : [x₂][x₁]τ) = transpose x"},
		{"another judgement", table + "imp.go", "H; E ⊢ skip → H; E", "H; E ⊢ skip ⇓ H; E"},
		{"another statement", table + "heap.go", "E; H ⊢ free x ⇓ E; H'; ⟨∅, ∅⟩", "E; H ⊢ check x = x ⇓ E; H'; ⟨∅, ∅⟩"},
		{"no bar", table + "erasure.go", "x has n dimensions\n───\n", "x has n dimensions\n"},
	}, "-run", "TestSchemas", ".")
}
