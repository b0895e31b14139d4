"""Heart beats: windows summed one by one, and the places above the threshold in groups that
are at least 72 places apart."""
from npy import read

ecg = [round(200 * x) for x in read("ecg.npy")[0]]
n = len(ecg)
slopes = [2 * ecg[i + 2] + ecg[i + 1] - ecg[i - 1] - 2 * ecg[i - 2] for i in range(2, n - 2)]
energy = [sum(s**2 for s in slopes[i : i + 54]) for i in range(len(slopes) - 53)]
mean = sum(energy) / len(energy)
groups = []
for i, e in enumerate(energy):
    if e > 2 * mean:
        if groups and i - groups[-1][-1] <= 72:
            groups[-1].append(i)
        else:
            groups.append([i])
beats = [g[0] + 1 for g in groups]
print("beats:", beats)
print("rate:", int((len(beats) - 1) / ((beats[-1] - beats[0]) / 360 / 60)))
