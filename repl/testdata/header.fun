-- in: p=[0.5, 1.5]
-- in: t=table.csv
-- set: precision 20

let c = 5
def f (n : int) = n + c + t[1, 1]
