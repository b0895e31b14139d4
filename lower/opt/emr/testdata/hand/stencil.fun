-- stencil(e, rounds) by hand: two blocks, which take turns.
let (a : mem) = alloc 5
let (b : mem) = alloc 5
let (e : [5]int @ a -> R(5)) = [1, 2, 3, 4, 5]
let (now : mem) (e : [5]int @ now -> R(5)) (other : mem) =
  loop (now : mem = a) (e : [5]int @ now -> R(5) = e) (other : mem = b) for k <= rounds do
    let (next : [5]int @ other -> R(5)) = kernel i <= 5 do e[(i - 2) % 5 + 1] + e[i % 5 + 1]
    in (other, next, now)
in (now, e)
