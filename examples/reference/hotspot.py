"""HotSpot with the cases of Rodinia's C program: at a corner or a border the terms that lead
out of the chip are left out."""
rows, cols = 6, 8
temp = [[320.0 + (i * i + 3 * j) % 11 for j in range(1, 9)] for i in range(1, 7)]
power = [[(5 * i + j * j) % 7 / 1000 for j in range(1, 9)] for i in range(1, 7)]
t_chip, chip_height, chip_width, k_si, factor, spec_heat = 0.0005, 0.016, 0.016, 100, 0.5, 1.75e6
grid_height, grid_width = chip_height / rows, chip_width / cols
cap = factor * spec_heat * t_chip * grid_width * grid_height
rx = grid_width / (2 * k_si * t_chip * grid_height)
ry = grid_height / (2 * k_si * t_chip * grid_width)
rz = t_chip / (k_si * grid_height * grid_width)
max_slope = 3.0e6 / (factor * t_chip * spec_heat)
step = 0.001 / max_slope

for _ in range(4):
    new = [row[:] for row in temp]
    for r in range(rows):
        for c in range(cols):
            t = temp[r][c]
            if c == 0:
                x = (temp[r][1] - t) / rx
            elif c == cols - 1:
                x = (temp[r][c - 1] - t) / rx
            else:
                x = (temp[r][c + 1] + temp[r][c - 1] - 2 * t) / rx
            if r == 0:
                y = (temp[1][c] - t) / ry
            elif r == rows - 1:
                y = (temp[r - 1][c] - t) / ry
            else:
                y = (temp[r + 1][c] + temp[r - 1][c] - 2 * t) / ry
            new[r][c] = t + (step / cap) * (power[r][c] + x + y + (80 - t) / rz)
    temp = new
print("temp:", temp)
