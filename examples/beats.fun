-- A finder of heart beats in an electrocardiogram.
--
--   funmem run examples/beats.fun --in ecg=examples/data/ecg.npy
--
-- The data are 16384 samples at 360 Hz, 45.5 seconds, in mV; one step of the
-- recorder is 1/200 mV, so that all computing is with ints. As Pan and Tompkins do
-- (1985): the slope, squared, summed over a window of 150 ms; where that
-- exceeds twice its mean a beat begins, unless the one before ended less than 200 ms
-- before. Printed are the places of the beats and the rate in beats per minute.
--
-- The independent computation is reference/beats.py: windows summed one by one,
-- and beats as groups of the places above the threshold.
--
-- > slope([0, 0, 1, 2, 3, 3, 3])
-- [8, 8, 5]
-- > windows(2, [1, 2, 3, 4])
-- [3, 5, 7]
-- > starts(3, [0, 1, 1, 0, 1, 0, 0, 0, 1])
-- [2, 9]
-- > starts(3, [0, 0])
-- []
-- > rate([1, 361, 721])
-- 60

-- The steps of the recorder.
def steps [n] (mV : [n]f64) : [n]int = map (\x -> int(round(200.0 * x))) mV

-- Ten times the slope at each element but the two at each end.
def slope [n] (x : [n]int) : [n - 4]int =
  kernel i <= n - 4 do 2 * (x[i + 4] - x[i]) + x[i + 3] - x[i + 1]

-- The sums of k elements from each one on, by sums from the front.
def windows [n] (k : int) (x : [n]int) : [n - k + 1]int =
  let sums = scan (+) 0 x
  in kernel i <= n - k + 1 do sums[i + k - 1] - (if i > 1 then sums[i - 1] else 0)

-- Where x is 1, and has been 0 for at least `quiet` elements before.
def starts [n] (quiet : int) (x : [n]int) =
  let (list, count, _) = loop (list = replicate(n, 0), count = 0, last = -quiet) for i <= n do
    let new = x[i] && i - last > quiet
    in (list with [count + 1] = i, count + new, if x[i] then i else last)
  in list[1:count]

def beats [n] (x : [n]int) =
  let energy = windows(54, map (\s -> s * s) slope(x))
  let sum = reduce (+) 0 energy
  in starts(72, map (\e -> e * length(energy) > 2 * sum) energy)

-- Beats per minute, given places at 360 Hz.
def rate [n] (x : [n]int) : int = 60 * 360 * (n - 1) / (x[n] - x[1])

beats(steps(ecg))
rate(beats(steps(ecg)))
