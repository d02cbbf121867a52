"""What reading a trace costs others: pip install numpy pandas pyarrow; what is missing is left out.

    python3 benches/rivals/parse.py trace.csv

Each reads the same CSV into columns of doubles and does nothing with them; hashlib takes the digest that a certificate
names. CPU time with one thread each, and for pyarrow the time by the clock with all cores. Prints one line of JSON.
"""

import hashlib
import json
import os
import sys
import time


def timed(call):
    start, clock = time.process_time(), time.perf_counter()
    call()
    return {"seconds": time.process_time() - start, "clock": time.perf_counter() - clock}


def digest(path):
    with open(path, "rb") as file:
        hashlib.file_digest(file, "sha256")


def arrow(path, threads):
    from pyarrow import csv

    csv.read_csv(path, read_options=csv.ReadOptions(use_threads=threads))


def pandas(path):
    import pandas

    # What rounds correctly, as ours does.
    pandas.read_csv(path, float_precision="round_trip")


def numpy(path):
    import numpy

    numpy.loadtxt(path, delimiter=",", skiprows=1)


def main():
    path = sys.argv[1]
    works = {
        "sha256 (hashlib)": lambda: digest(path),
        "pyarrow": lambda: arrow(path, False),
        f"pyarrow, {os.cpu_count()} cores": lambda: arrow(path, True),
        "pandas": lambda: pandas(path),
    }
    if "--numpy" in sys.argv:  # half a minute for a million rounds
        works["numpy.loadtxt"] = lambda: numpy(path)
    found = {}
    for name, work in works.items():
        try:
            found[name] = timed(work)
        except ImportError:
            continue
    print(json.dumps(found))


if __name__ == "__main__":
    main()
