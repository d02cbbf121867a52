"""A sweep on two workers of Dask, in processes of their own. Tells their ids first, and at the end which are there."""

import json
import os
import sys

import referee
from distributed import Client, LocalCluster


def told(**what):
    print(json.dumps(what), flush=True)


if __name__ == "__main__":
    spec, folder, chunk, scratch = sys.argv[1:]
    local = dict(host="127.0.0.1", dashboard_address=None, local_directory=scratch)
    with LocalCluster(n_workers=2, threads_per_worker=1, **local) as cluster, Client(cluster) as client:
        told(workers=sorted(client.run(os.getpid).values()))
        table = referee.sweep(spec, output=folder, client=client, chunk=int(chunk))
        told(workers=sorted(client.run(os.getpid).values()), rows=len(table))
