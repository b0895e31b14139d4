"""Sums in closed form. An elephant turns k into k - n k, and the sums of its arrays are a geometric series."""
n, k = 1000, 1
print("c:", 0)
print("d:", n + 1)
print("e:", 2 * n)
print("result:", 3 * 2 * n)
print("sums:", k * (1 - (1 - n) ** 3))
