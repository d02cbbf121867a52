# A run from elsewhere: gradient descent on a hinge against multipliers from a softmax, written as a trace.
# python3 examples/softmax_run.py > trace.csv && referee certify trace.csv --problem examples/late.toml
import math
x, scores = 0.0, [0.0, 0.0]
print("objective,constraint_1,proxy_1.lo,proxy_1.hi,lambda_0,lambda_1,theta_1")
for t in range(1000):
    weights = [math.exp(s) for s in scores]
    lam = [w / sum(weights) for w in weights]           # sums to 1 only up to rounding
    g, proxy = (1.0 if x < 0 else 0.0) - 0.5, max(0.0, 1 - x) - 0.5
    lo, hi = proxy - 1e-15, proxy + 1e-15               # the proxy is rounded: enclose it, and all can be proved
    print(x, g, lo, hi, lam[0], lam[1], x, sep=",")
    x = max(-1.0, min(1.0, x - 0.02 * (lam[0] - lam[1] * (x < 1))))
    scores = [scores[0] - 0.05 * lam[1] * g, scores[1] + 0.05 * lam[0] * g]
