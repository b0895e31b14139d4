-- Sorting, in ascending order; nan has no place in it. `sort` is for every use; the others are the
-- classic algorithms whose rounds are kernels. An array of no elements is sorted.

-- 1 when no element is smaller than the one before, and else 0. O(n).
-- > is_sorted([1, 2, 2])
-- 1
-- > is_sorted([1.0, 2.0, 2.0])
-- 1
def is_sorted [n] (x : [n]num) : int =
  every(kernel i <= n do if i == 1 then 1 else x[i - 1] <= x[i])

-- One step of `order`: the index in place k after runs of w indices of x in p, each
-- in order, have been merged by twos. It is found by bisection. O(log w).
-- > merged([30, 10, 20, 40], [2, 1, 3, 4], 2, 1)
-- 2
-- > merged([30, 10, 20, 40], [2, 1, 3, 4], 2, 2)
-- 3
-- > merged([3.5, 1.5, 2.5, 4.5], [2, 1, 3, 4], 2, 1)
-- 2
def merged [n] (x : [n]num) (p : [n]int) (w : int) (k : int) : int =
  let start = (k - 1) / (2 * w) * 2 * w
  let a = min(w, n - start)
  let b = min(w, n - start - a)
  let d = k - 1 - start
  let (left, _) = loop (low = max(0, d - b), high = min(a, d)) while low < high do
    let middle = (low + high) / 2
    in if x[p[start + middle + 1]] <= x[p[start + a + d - middle]]
       then (middle + 1, high)
       else (low, middle)
  let right = d - left
  in if right >= b
     then p[start + left + 1]
     else if left >= a
          then p[start + a + right + 1]
          else if x[p[start + left + 1]] <= x[p[start + a + right + 1]]
               then p[start + left + 1]
               else p[start + a + right + 1]

-- The indices of the elements in ascending order, equal ones in order of their
-- indices: merge sort, whose log n rounds are kernels. O(n log² n).
-- > order([30, 10, 20, 10])
-- [2, 4, 3, 1]
-- > order([3.5, 1.5, 2.5, 1.5])
-- [2, 4, 3, 1]
def order [n] (x : [n]num) : [n]int =
  let (p, _) = loop (p = iota n, w = 1) while w < n do (kernel k <= n do merged(x, p, w, k), 2 * w)
  in p

-- The elements in ascending order. O(n log² n).
-- > sort([3, 1, 2])
-- [1, 2, 3]
-- > sort([])
-- []
-- > sort([3.0, 1.0, 2.0])
-- [1.0, 2.0, 3.0]
def sort [n] (x : [n]num) : [n]num =
  let p = order(x)
  in kernel i <= n do x[p[i]]

-- Each row of a matrix in ascending order. O(n m log² m).
-- > sort_rows([[3, 1, 2], [6, 5, 4]])
-- [[1, 2, 3], [4, 5, 6]]
-- > sort_rows([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
-- [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
def sort_rows [n][m] (x : [n][m]num) : [n][m]num = map sort x

-- The rows of a matrix in ascending order of their elements in column k. O(n log² n + n m).
-- > sort_by_column(2, [[1, 9], [2, 7], [3, 8]])
-- [[2, 7], [3, 8], [1, 9]]
-- > sort_by_column(2, [[1.0, 9.0], [2.0, 7.0]])
-- [[2.0, 7.0], [1.0, 9.0]]
def sort_by_column [n][m] (k : int) (x : [n][m]num) : [n][m]num =
  let p = order(x[:, k])
  in kernel i <= n, j <= m do x[p[i], j]

-- The elements in descending order. O(n log² n).
-- > sort_descending([3, 1, 2])
-- [3, 2, 1]
-- > sort_descending([3.0, 1.0, 2.0])
-- [3.0, 2.0, 1.0]
def sort_descending [n] (x : [n]num) : [n]num = copy (reverse sort(x))

-- Odd-even transposition: n rounds in which neighbours are exchanged. O(n²), and
-- O(n) where a kernel costs 1.
-- > odd_even_sort([3, 1, 2])
-- [1, 2, 3]
-- > odd_even_sort([3.0, 1.0, 2.0])
-- [1.0, 2.0, 3.0]
def odd_even_sort [n] (x : [n]num) : [n]num =
  loop (x = x) for r <= n do
    kernel i <= n do
      let j = if (i + r) % 2 == 0 then i + 1 else i - 1
      in if j < 1 || j > n then x[i] else if j > i then min(x[i], x[j]) else max(x[i], x[j])

-- One step of `bitonic_sort`: exchanges elements whose indices, from 0, differ by
-- the bits of a mask. O(n).
-- > exchange(3, [4, 3, 2, 1])
-- [1, 2, 3, 4]
-- > exchange(3, [4.0, 3.0, 2.0, 1.0])
-- [1.0, 2.0, 3.0, 4.0]
def exchange [n] (mask : int) (x : [n]num) : [n]num =
  kernel i <= n do
    let j = 1 + (i - 1 ^ mask)
    in if j > n then x[i] else if j > i then min(x[i], x[j]) else max(x[i], x[j])

-- The bitonic network: log² n rounds that compare at fixed distances. O(n log² n).
-- > bitonic_sort([3, 1, 5, 4, 2])
-- [1, 2, 3, 4, 5]
-- > bitonic_sort([3.0, 1.0, 5.0, 4.0, 2.0])
-- [1.0, 2.0, 3.0, 4.0, 5.0]
def bitonic_sort [n] (x : [n]num) : [n]num =
  let (x, _) = loop (x = x, k = 1) while k < n do
    let (x, _) = loop (x = exchange(2 * k - 1, x), j = k / 2) while j > 0 do (exchange(j, x), j / 2)
    in (x, 2 * k)
  in x

-- Elements of 1, …, k in ascending order, by counting; stuck where another value
-- occurs. O(n + k).
-- > counting_sort(5, [3, 1, 5, 1])
-- [1, 1, 3, 5]
def counting_sort [n] (k : int) (x : [n]int) : [n]int =
  let free = sums_before(histogram(k, x))
  let (out, _) = loop (out = replicate(n, 0), free = free) for i <= n do
    (out with [free[x[i]] + 1] = x[i], free with [x[i]] = free[x[i]] + 1)
  in out

-- Two sorted arrays as one, equal elements of x first. O((n + m) log (n + m)).
-- > merge([1, 4], [2, 3, 9])
-- [1, 2, 3, 4, 9]
-- > merge([0.0], [-0.0])
-- [0.0, -0.0]
def merge [n][m] (x : [n]num) (y : [m]num) : [n + m]num =
  kernel k <= n + m do
    let d = k - 1
    let (left, _) = loop (low = max(0, d - m), high = min(n, d)) while low < high do
      let middle = (low + high) / 2
      in if x[middle + 1] <= y[d - middle] then (middle + 1, high) else (low, middle)
    let right = d - left
    in if right >= m
       then x[left + 1]
       else if left >= n || y[right + 1] < x[left + 1] then y[right + 1] else x[left + 1]
