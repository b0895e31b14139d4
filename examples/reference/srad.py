"""SRAD with the arrays of Rodinia's C program: numbers of neighbours, four differences, c."""
from math import exp

rows, cols, lam = 8, 9, 0.5
J = [exp((i * i * 3 + j * j * 5 + i * j) % 17 / 17) for i in range(1, 9) for j in range(1, 10)]
iN = [max(i - 1, 0) for i in range(rows)]
iS = [min(i + 1, rows - 1) for i in range(rows)]
jW = [max(j - 1, 0) for j in range(cols)]
jE = [min(j + 1, cols - 1) for j in range(cols)]
for _ in range(3):
    roi = [J[i * cols + j] for i in range(4) for j in range(4)]
    mean = sum(roi) / 16
    var = sum(x * x for x in roi) / 16 - mean * mean
    q0 = var / (mean * mean)
    dN, dS, dW, dE, c = ([0.0] * (rows * cols) for _ in range(5))
    for i in range(rows):
        for j in range(cols):
            k = i * cols + j
            jc = J[k]
            dN[k] = J[iN[i] * cols + j] - jc
            dS[k] = J[iS[i] * cols + j] - jc
            dW[k] = J[i * cols + jW[j]] - jc
            dE[k] = J[i * cols + jE[j]] - jc
            g2 = (dN[k] ** 2 + dS[k] ** 2 + dW[k] ** 2 + dE[k] ** 2) / jc**2
            laplace = (dN[k] + dS[k] + dW[k] + dE[k]) / jc
            num = 0.5 * g2 - (1 / 16) * laplace**2
            den = 1 + 0.25 * laplace
            q = num / den**2
            den = (q - q0) / (q0 * (1 + q0))
            c[k] = min(max(1 / (1 + den), 0.0), 1.0)
    for i in range(rows):
        for j in range(cols):
            k = i * cols + j
            cS, cE = c[iS[i] * cols + j], c[i * cols + jE[j]]
            J[k] += 0.25 * lam * (c[k] * dN[k] + cS * dS[k] + c[k] * dW[k] + cE * dE[k])
print("picture:", [J[i * cols : (i + 1) * cols] for i in range(rows)])
