package rule

import "strings"

// Definition is what a function, a letter or a piece of notation of the schemas means.
type Definition struct {
	Name  string   // what help finds it by
	Lines []string // equations, or what is said of it
}

// Definitions are those of one figure, or of one subject.
type Definitions struct {
	Title, Caption string
	List           []Definition
}

// corrected says why equations differ from those of the paper.
const corrected = "as the implementation has them: docs/errata.md says where the paper's are different, and why"

// definitions are in the order of the documentation.
var definitions = []Definitions{
	{"Notation", "", []Definition{
		{"x̄", []string{"x̄ is a sequence x₁, …, x_n; a premise about x̄ is one about each of its elements, in order"}},
		{"•", []string{"• is the empty sequence, the empty environment and the empty heap"}},
		{"E(α)", []string{"E(α) is α with the value of each variable in place of it, after its arithmetic, §2.2"}},
		{"E, x ↦ v", []string{"E, x ↦ v is E where x has the value v, and every other variable what it has in E"}},
		{"H[ℓ, k]", []string{"H[ℓ, k] is the number in cell k of the block ℓ, where the first cell has the number 0, and H[ℓ, k] ↦ v is H where v is there, §3.3"}},
		{"ℓ fresh", []string{"ℓ fresh: no block of H has the label ℓ, and none had it before"}},
		{"τ[x̄ ↦ ē]", []string{"τ[x̄ ↦ ē] is τ with e_i in place of x_i in its sizes, its block and its LMAD; S(τ) is the same for a substitution S that has a name"}},
		{"FV", []string{"FV(α) are the free variables of α, §2"}},
		{"z_res", []string{"z_res is what the body in the rule returns: of s̄ in (x₁, …, x_n) it is x₁, …, x_n; E_i(z_res) are their values"}},
		{"p̄", []string{"@ p̄ are places m₁ -> L₁, … of arrays; E(p̄) are (E(m₁), E(L₁)), …; a number has none"}},
		{"λ", []string{"λx̄ -> b is a function, with or without the number of the round as its first parameter"}},
		{"for | while", []string{"(for y <= n | while b') is one of both; a for loop has no b', so H'_i is H_i, and R'_i and W'_i are ∅; a while loop has no y and no n"}},
		{"τ̄", []string{"[x₁]…[x_n]τ is the type of an array whose elements are of type τ, int or f64; the figures, where all are ints, leave it out"}},
	}},
	{"Values", "Fig. 5, §2.2, and functions of ours; " + corrected, []Definition{
		{"index", []string{"index(v, •) = v", "index([v₁, …, v_m], k₁, …, k_n) = index(v_{k₁}, k₂, …, k_n)"}},
		{"slice", []string{
			"slice(v, •) = v",
			"slice([v₁, …, v_m], k₁ : k₂, ix̄) = [slice(v_{k₁}, ix̄), …, slice(v_{k₁+k₂-1}, ix̄)]",
			"slice([v₁, …, v_m], k₁ : k₂ : k₃, ix̄) = [slice(v_{k₁}, ix̄), slice(v_{k₁+k₃}, ix̄), …, slice(v_{k₁+(k₂-1)*k₃}, ix̄)]",
			"slice([v₁, …, v_m], k, ix̄) = slice(v_k, ix̄)",
			"slice([v₁, …, v_m], k + {(n : s)}, ix̄) = [slice(v_{k+1}, ix̄), slice(v_{k+1+s}, ix̄), …, slice(v_{k+1+(n-1)*s}, ix̄)]",
			"slice([v₁, …, v_m], k + {(n : s) (n' : s') …}, ix̄) = [slice([v₁, …, v_m], k + {(n' : s') …}, ix̄), …, slice([v₁, …, v_m], k + (n - 1) * s + {(n' : s') …}, ix̄)]",
		}},
		{"tr", []string{"tr([[v_{1,1}, …, v_{1,n}], …, [v_{m,1}, …, v_{m,n}]]) = [[v_{1,1}, …, v_{m,1}], …, [v_{1,n}, …, v_{m,n}]]"}},
		{"nest", []string{"nest(v, •) = v", "nest([v₁, …, v_m], [k₁]…[k_n]) = [nest([v₁, …, v_k], [k₂]…[k_n]), …, nest([v_{m-k+1}, …, v_m], [k₂]…[k_n])], where k = k₂ * … * k_n; [v] of no dimensions is v"}},
		{"flat", []string{"flat(k) = [k]", "flat([v₁, …, v_m]) has the elements of flat(v₁), …, flat(v_m), in this order"}},
		{"permute", []string{"index(permute(p₁, …, p_n, v), k_{p₁}, …, k_{p_n}) = index(v, k₁, …, k_n)"}},
		{"undefined", []string{"undefined([k₁]…[k_n]) is an array of that shape whose elements have no value: to copy one copies that, and to use one as a number is stuck"}},
		{"sizes", []string{"sizes(n̄, τ̄, v̄) has for each n of n̄ the size that the first v_i has in the dimension in which τ_i has n"}},
	}},
	{"LMADs", "eqs. (1) to (3), §3.1, and functions of ours; " + corrected, []Definition{
		{"L(y₁, …, y_q)", []string{"L(y₁, …, y_q) = k + (y₁ - 1) * s₁ + … + (y_q - 1) * s_q, where L = k + {(n₁ : s₁) … (n_q : s_q)}, as in all equations of this part"}},
		{"dom", []string{"dom(L) = {(y₁, …, y_q) | 1 ≤ y_i ≤ n_i}; its order is row-major", "dom(H) are the labels of H"}},
		{"img", []string{"img(L) = {L(ȳ) | ȳ ∈ dom(L)}"}},
		{"R(x₁, …, x_n)", []string{"R(x₁, …, x_n) = 0 + {(x₁ : x₂ * … * x_n) … (x_{n-1} : x_n) (x_n : 1)}"}},
		{"slice_f", []string{
			"slice_f(L, [y₁ : z₁, …, y_q : z_q]) = L(y₁, …, y_q) + {(z₁ : s₁) … (z_q : s_q)}",
			"slice_f(L, [ix̄]): a range y_i : z_i : t_i gives the pair (z_i : t_i * s_i); a fixed y_i gives no pair; a flat o + {(n : t) …} adds o * s_i to the offset, and gives the pairs (n : t * s_i) …; dimensions without an index stay whole",
		}},
		{"index_f", []string{"index_f(L, y) = k + (y - 1) * s₁ + {(n₂ : s₂) … (n_q : s_q)}"}},
		{"transpose_f", []string{"transpose_f(L) = k + {(n₂ : s₂) (n₁ : s₁) (n₃ : s₃) … (n_q : s_q)}"}},
		{"permute_f", []string{"permute_f(L, (p₁, …, p_q)) = k + {(n_{p₁} : s_{p₁}) … (n_{p_q} : s_{p_q})}"}},
		{"reverse_f", []string{"reverse_f(L) = k + (n₁ - 1) * s₁ + {(n₁ : -s₁) (n₂ : s₂) … (n_q : s_q)}"}},
		{"reshape_f", []string{"reshape_f(L, [x₁]…[x_m]) = L', where L' has these sizes, and the element of L' with each row-major number lies where that of L does; there is none if dimensions that have to be merged are not row-major"}},
	}},
	{"The heap", "eqs. (4) and (5), §3.3, and functions of ours; " + corrected, []Definition{
		{"racefree", []string{"racefree(R₁, …, R_k, W₁, …, W_k): no location of a W_i is in an R_j or a W_j with j ≠ i"}},
		{"memcopy", []string{
			"memcopy(H, k, ℓ, L) = (H[ℓ, L()] ↦ k, ∅, {(ℓ, L())})",
			"memcopy(H, (ℓ, L), ℓ', L') = (H', R, W), where H' is H with H[ℓ, L(ȳ)] at (ℓ', L'(ȳ)), for all ȳ of dom(L): all are read in H, and where L' has a location twice the last one stays; R = {(ℓ, p) | p ∈ img(L)}, and W = {(ℓ', p) | p ∈ img(L')}",
		}},
		{"memcopy'", []string{"memcopy'(H, v̄, (ℓ̄, L̄)) = (H', R, W), as memcopy of each array v_i ≠ (ℓ_i, L_i) to ℓ_i at L_i, all at once; numbers, and arrays that lie there, are left out"}},
		{"at", []string{"at(v̄, (ℓ̄, L̄)) is v̄ with (ℓ_i, L_i) in place of each array v_i"}},
		{"row", []string{"row(H, (ℓ, L), y) = (H[ℓ, L(y)], {(ℓ, L(y))}), if L has one dimension", "row(H, (ℓ, L), y) = ((ℓ, index_f(L, y)), ∅), if it has more: nothing is read"}},
		{"shown", []string{"shown(x : [k₁]…[k_n]τ @ m -> L, E, H) is the array v of that shape, where index(v, ȳ) = H[E(m), E(L)(ȳ)]", "shown(se : τ, E, H) = E(se)"}},
		{"Γ(s)", []string{"Γ(s) is what the statement s of IMP declares, with its types"}},
	}},
	{"The analyses of regularity", "van den Haak et al., Preserving Regularity (Euro-Par 2020), §4", []Definition{
		{"Σ_j", []string{"Σ_j has for each variable v its shape ns, and the level of v: if v is the index of a kernel, how many kernels are around that, and else ∅; j is the number of kernels around"}},
		{"S", []string{"S is the shape of a number; s ▷ ns is that of an array, where s is the outer size, and ns the shape of a row; u_l is a shape of which no more is known than its label"}},
		{"⟨Σ; e⟩", []string{"⟨Σ; e⟩ is the size e, whose variables mean what they mean in Σ"}},
		{"Outer", []string{"Outer (s ▷ ns) = s"}},
		{"Inner", []string{"Inner (s ▷ ns) ⟨Σ; e⟩ = ns, for the row e"}},
		{"Folded", []string{"Folded s is s without its innermost dimension; it is left out if there is no other"}},
		{"π_l", []string{"π_l(a₁, …, a_n) = a_l"}},
		{"⟨n, i, k⟩", []string{"⟨n, i, k⟩: n is S or r ▷ n', where r is R if a size is the same in all iterations around, and else Ir; i is ⊤ if the value is independent of these iterations, and else ⊥; k is the lowest level of the indices that it depends on, ∞ if there are none"}},
		{"∧", []string{"⟨n₁, i₁, k₁⟩ ∧ ⟨n₂, i₂, k₂⟩ = ⟨n₁ ∧ n₂, i₁ ∧ i₂, min(k₁, k₂)⟩", "S ∧ n = n ∧ S = n", "r₁ ▷ n₁ ∧ r₂ ▷ n₂ = (r₁ ∧ r₂) ▷ (n₁ ∧ n₂), where R ∧ R = R, and else Ir"}},
		{"ir", []string{"ir(⟨n, i, k⟩) = ⟨ir(n), i, k⟩", "ir(S) = S", "ir(r ▷ n) = Ir ▷ ir(n)"}},
	}},
}

// AllDefinitions are what the letters and functions of the schemas mean, in the order of the documentation.
func AllDefinitions() []Definitions { return definitions }

// Defined finds a definition by its name.
func Defined(name string) (d Definition, of Definitions, ok bool) {
	for _, group := range definitions {
		for _, d := range group.List {
			if strings.EqualFold(d.Name, name) {
				return d, group, true
			}
		}
	}
	return d, of, false
}

// DefinitionNames are the names of the functions that are defined, as people type them.
func DefinitionNames() (names []string) {
	for _, group := range definitions {
		for _, d := range group.List {
			if d.Name[0] < 128 && strings.Trim(d.Name, "abcdefghijklmnopqrstuvwxyzFIOV_'") == "" {
				names = append(names, d.Name)
			}
		}
	}
	return names
}
