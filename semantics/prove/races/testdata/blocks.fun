-- a loop that carries a block from outside, and then its own
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (km : mem) (k : [n] @ km -> R(n)) = loop (bm : mem = m) (b : [n] @ bm -> R(n) = y) for r <= 3 do
      let (c : [n] @ bm -> R(n)) = b with [1] = i
      let (dm : mem) = alloc n
      let (d : [n] @ dm -> R(n)) = copy c ### "proved, in bounds"
      in (dm, d)
    let (a : int) = k[i]
    in (a)
  in (zm, z)
---
-- a loop that carries only its own
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (m : mem) = alloc n
    let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
    let (km : mem) (k : [n] @ km -> R(n)) = loop (bm : mem = m) (b : [n] @ bm -> R(n) = y) for r <= 3 do
      let (c : [n] @ bm -> R(n)) = b with [i] = i
      let (dm : mem) = alloc n
      let (d : [n] @ dm -> R(n)) = copy c ### "proved, in bounds"
      in (dm, d)
    let (a : int) = k[i]
    in (a)
  in (zm, z)
---
-- a loop that comes to carry a block from outside
def f (n : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (y : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) = alloc n
  let (z : [n] @ zm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (am : mem) = alloc n
    let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
    let (km : mem) (k : [n] @ km -> R(n)) = loop (bm : mem = am) (b : [n] @ bm -> R(n) = a) for r <= 3 do
      let (c : [n] @ bm -> R(n)) = b with [1] = i
      in (m, y)
    let (e : int) = k[i]
    in (e)
  in (zm, z)
---
-- one of two blocks
def f (n : int) (c : int) : (ym : mem, [n] @ ym -> R(n)) =
  let (m : mem) = alloc n
  let (x : [n] @ m -> R(n)) = iota n ### "proved, in bounds"
  let (ym : mem) = alloc n
  let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "not proved, in bounds"
    let (am : mem) = alloc n
    let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
    let (bm : mem) (b : [n] @ bm -> R(n)) = if c
      then in (am, a)
      else in (m, x)
    let (d : [n] @ bm -> R(n)) = b with [1] = i
    in (i)
  in (ym, y)
---
-- a loop that exchanges two blocks
def f (rounds : int) (n : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
  let (bm : mem) = alloc n
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    in (ym, y, xm)
  let (q : [n] @ om -> R(n)) = kernel i <= n do ### "proved, in bounds"
    let (e : int) = z[n + 1 - i]
    in (e)
  in (om, q)
---
-- an array from outside, and two blocks that go round
def f [n] (am : mem) (a : [n] @ am -> R(n)) (rounds : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (bm : mem) = alloc n
  let (cm : mem) = alloc n
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) (pm : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) (om : mem = cm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    in (ym, y, om, ym)
  in (zm, z)
---
-- a loop that begins with one block twice
def f [n] (am : mem) (a : [n] @ am -> R(n)) (rounds : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (bm : mem) = alloc n
  let (b : [n] @ bm -> R(n)) = iota n ### "proved, in bounds"
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) = loop (xm : mem = bm) (x : [n] @ xm -> R(n) = b) (ym : mem = bm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "not proved, in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    in (ym, y, xm)
  in (zm, z)
---
-- two blocks become one in the second round
def f [n] (am : mem) (a : [n] @ am -> R(n)) (rounds : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (bm : mem) = alloc n
  let (b : [n] @ bm -> R(n)) = iota n ### "proved, in bounds"
  let (cm : mem) = alloc n
  let (dm : mem) = alloc n
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) (pm : mem) = loop (xm : mem = bm) (x : [n] @ xm -> R(n) = b) (ym : mem = cm) (om : mem = dm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "not proved, in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    in (ym, y, om, om)
  in (zm, z)
---
-- blocks that may all be one from outside
def f [n] (am : mem) (a : [n] @ am -> R(n)) (bm : mem) (b : [n] @ bm -> R(n)) (rounds : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "not proved, not in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    in (ym, y, xm)
  in (zm, z)
---
-- loops in loops, which hand on both blocks, or one of them twice
def f (rounds : int) (n : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
  let (bm : mem) = alloc n
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) for r <= rounds do
    let (pm : mem) (p : [n] @ pm -> R(n)) (qm : mem) = loop (pm : mem = xm) (p : [n] @ pm -> R(n) = x) (qm : mem = ym) for s <= r do
      let (q : [n] @ qm -> R(n)) = kernel i <= n do ### "proved, in bounds"
        let (e : int) = p[n + 1 - i]
        in (e)
      in (qm, q, pm)
    let (q : [n] @ qm -> R(n)) = kernel i <= n do ### "proved, in bounds"
      let (e : int) = p[n + 1 - i]
      in (e)
    in (qm, q, pm)
  let (ym : mem) (y : [n] @ ym -> R(n)) (om : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) for r <= rounds do
    let (pm : mem) (p : [n] @ pm -> R(n)) (qm : mem) = loop (pm : mem = xm) (p : [n] @ pm -> R(n) = x) (qm : mem = ym) for s <= r do
      let (q : [n] @ qm -> R(n)) = kernel i <= n do ### "not proved, in bounds"
        let (e : int) = p[n + 1 - i]
        in (e)
      in (qm, q, qm)
    in (pm, p, qm)
  in (zm, z)
---
-- branches that give both blocks in one order or the other, and two that may give one twice
def f (rounds : int) (n : int) : (zm : mem, [n] @ zm -> R(n)) =
  let (am : mem) = alloc n
  let (a : [n] @ am -> R(n)) = iota n ### "proved, in bounds"
  let (bm : mem) = alloc n
  let (zm : mem) (z : [n] @ zm -> R(n)) (om : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "proved, in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    let (c : int) = y[n]
    let (vm : mem) (v : [n] @ vm -> R(n)) (wm : mem) = if c then (ym, y, xm) else (xm, x, ym)
    in (vm, v, wm)
  let (ym : mem) (y : [n] @ ym -> R(n)) (om : mem) = loop (xm : mem = am) (x : [n] @ xm -> R(n) = a) (ym : mem = bm) for r <= rounds do
    let (y : [n] @ ym -> R(n)) = kernel i <= n do ### "not proved, in bounds"
      let (e : int) = x[n + 1 - i]
      in (e)
    let (c : int) = y[n]
    let (vm : mem) (v : [n] @ vm -> R(n)) (wm : mem) = if c then (ym, y, xm) else (xm, x, xm)
    in (vm, v, wm)
  in (zm, z)
---
-- iterations are in different rounds of their loops: what is different in one round is not
def f (k : int) : (rm : mem, [k] @ rm -> R(k)) =
  let (am : mem) = alloc k
  let (a : [k] @ am -> R(k)) = iota k ### "proved, in bounds"
  let (bm : mem) = alloc k
  let (b : [k] @ bm -> R(k)) = iota k ### "proved, in bounds"
  let (rm : mem) = alloc k
  let (r : [k] @ rm -> R(k)) = kernel j <= k do ### "not proved, in bounds"
    let (zm : mem) (z : [k] @ zm -> R(k)) (om : mem) (o : [k] @ om -> R(k)) = loop (xm : mem = am) (x : [k] @ xm -> R(k) = a) (ym : mem = bm) (y : [k] @ ym -> R(k) = b) for s <= j do
      let (e : int) = x[k + 1 - j]
      let (w : [k] @ ym -> R(k)) = y with [j] = e
      in (ym, w, xm, x)
    let (e : int) = z[j]
    in (e)
  in (rm, r)
