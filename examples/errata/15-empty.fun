-- verdict: ok
-- A value of Fig. 1 is a number or [v, …, v]: every array without elements is
-- [], and tr([]) is not defined, because Fig. 5 finds the sizes in the elements.
-- Here a value carries its shape.

let x = kernel i <= 0, j <= 3 do i + j
let y = transpose x
let k = shape(y)
in (x, y, k)
