"""Sums of many waves with random phases, to the same bits on every machine.

Only additions, multiplications, divisions and roots of single numbers are used, which IEEE 754
prescribes to the last bit; sines, cosines and fast Fourier transforms of libraries are not.
"""

from __future__ import annotations

import numpy as np

Waves = tuple[np.ndarray, np.ndarray]  # real and imaginary parts


def unit_numbers(seed: int, count: int) -> Waves:
    """Return random complex numbers of length one, evenly distributed over the circle.

    Points drawn from a square are kept if they are inside the circle, and divided by their
    distance. The bits are those of NumPy's PCG64, whose stream is fixed.
    """
    generator = np.random.PCG64(seed)
    re, im = np.empty(0), np.empty(0)
    while len(re) < count:
        u, v = _even(generator, count), _even(generator, count)
        square = u * u + v * v
        kept = (square <= 1.0) & (square > 1e-6)
        length = np.sqrt(square[kept])
        re, im = np.append(re, u[kept] / length), np.append(im, v[kept] / length)
    return re[:count], im[:count]


def _even(generator: np.random.PCG64, count: int) -> np.ndarray:
    """Return numbers between -1 and 1."""
    bits = generator.random_raw(count) >> np.uint64(11)
    return bits.astype(float) * 2.0**-52 - 1.0


def wave_sum(re: np.ndarray, im: np.ndarray) -> np.ndarray:
    """Return sum_k Re(c_k exp(2 pi i k m/N)) for m = 0 ... N - 1; N is a power of two.

    The transform of Cooley and Tukey in the order of Stockham.
    """
    n = len(re)
    cosines, sines = _roots(n)
    size, stride = n, 1
    while size > 1:
        half = size // 2
        a_re, b_re = re.reshape(2, half, stride)
        a_im, b_im = im.reshape(2, half, stride)
        c = cosines[: n // 2 : n // size, None]
        s = sines[: n // 2 : n // size, None]
        d_re, d_im = a_re - b_re, a_im - b_im
        re = np.stack([a_re + b_re, d_re * c - d_im * s], axis=1)
        im = np.stack([a_im + b_im, d_re * s + d_im * c], axis=1)
        size, stride = half, 2 * stride
    return re.ravel()


def _roots(n: int) -> Waves:
    """Return exp(2 pi i k/n) for k = 0 ... n - 1, by halving angles."""
    c, s = np.array([1.0, -1.0]), np.array([0.0, 0.0])
    step_c, step_s = -1.0, 0.0
    while len(c) < n:
        if len(c) == 2:
            step_c, step_s = 0.0, 1.0
        else:
            next_c = np.sqrt((1.0 + step_c) / 2.0)
            step_c, step_s = next_c, step_s / (2.0 * next_c)
        between = (c * step_c - s * step_s, c * step_s + s * step_c)
        c = np.stack([c, between[0]], axis=1).ravel()
        s = np.stack([s, between[1]], axis=1).ravel()
    return c[:n], s[:n]
