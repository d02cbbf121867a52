"""A Slurm of one node, in a temporary folder and on loopback addresses: started for a test and stopped after it."""

import contextlib
import os
import pathlib
import pwd
import secrets
import shutil
import socket
import subprocess

from struck import waited

#: What must be there: Debian's packages slurmctld, slurmd, slurm-client and munge.
PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol")

CONFIGURATION = """
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={control}
SlurmdPort={node}
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={place}/munge.socket
StateSaveLocation={place}/state
SlurmdSpoolDir={place}/spool
SlurmctldPidFile={place}/slurmctld.pid
SlurmdPidFile={place}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MailProg=/bin/true
KillWait=1
MaxArraySize={most}
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} RealMemory=1024
PartitionName=test Nodes={host} Default=YES MaxTime=10 State=UP
"""


class Failed(Exception):
    """Slurm does not run here."""


def missing():
    """The programs that are not installed."""
    return [name for name in PROGRAMS if shutil.which(name, path=search()) is None]


def search():
    return os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


def free_port():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return door.getsockname()[1]


class Slurm(contextlib.ExitStack):
    """The three daemons, which are children of this process; `environment` is what the clients need."""

    def __init__(self, place, most=1001):
        super().__init__()
        self.place, self.most = pathlib.Path(place), most
        self.environment = os.environ | {"SLURM_CONF": str(self.place / "slurm.conf"), "PATH": search()}

    def __enter__(self):
        super().__enter__()
        try:
            self._start()
        except BaseException:
            self.close()
            raise
        return self

    def _start(self):
        place = self.place
        for name in ("state", "spool"):
            (place / name).mkdir(parents=True)
        # munged refuses a folder that others may write to; all of it is ours.
        place.chmod(0o755)
        key = place / "munge.key"
        key.touch(0o600)
        key.write_bytes(secrets.token_bytes(128))
        host = socket.gethostname().split(".")[0]
        settings = dict(host=host, place=place, most=self.most, control=free_port(), node=free_port())
        settings |= dict(user=pwd.getpwuid(os.getuid()).pw_name, cpus=os.cpu_count())
        (place / "slurm.conf").write_text(CONFIGURATION.format(**settings))
        (place / "cgroup.conf").write_text("CgroupAutomount=no\nIgnoreSystemd=yes\n")
        files = [f"--{name}={place}/munge.{end}" for name, end in (
            ("key-file", "key"), ("socket", "socket"), ("pid-file", "pid"), ("log-file", "log"), ("seed-file", "seed"))]
        self._daemon("munged", "--foreground", "--force", "--num-threads=2", *files)
        self._until("munged", lambda: (place / "munge.socket").exists())
        self._daemon("slurmctld", "-D", "-f", place / "slurm.conf")
        self._until("slurmctld", lambda: self.call("scontrol", "ping").returncode == 0)
        self._daemon("slurmd", "-D", "-f", place / "slurm.conf", "-N", host)
        self._until("slurmd", lambda: self.call("sinfo", "-h", "-o", "%T").stdout.strip() == "idle")
        self.callback(self._cancel)

    def _cancel(self):
        """No job outlives its Slurm."""
        jobs = lambda: self.call("squeue", "-h", "-o", "%A").stdout.split()
        if left := jobs():
            self.call("scancel", *left)
            waited(lambda: not jobs(), 30)

    def _daemon(self, name, *arguments):
        """Starts a daemon in the foreground of a session of its own; what it says is kept."""
        with open(self.place / f"{name}.log", "ab") as log:
            call = [name, *map(str, arguments)]
            streams = dict(stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            process = subprocess.Popen(call, env=self.environment, start_new_session=True, cwd=self.place, **streams)
        self.callback(self._stop, name, process)
        self.processes = getattr(self, "processes", {}) | {name: process}

    def _stop(self, name, process):
        """Ends a child of ours that we have not waited for yet, so that its id is nobody else's."""
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)

    def _until(self, name, ready):
        ended = lambda: self.processes[name].poll() is not None
        if not waited(lambda: ended() or ready(), 30, 0.05) or ended():
            said = (self.place / f"{name}.log").read_text(errors="replace").splitlines()
            raise Failed(f"{name} does not start here: {(said or ['it says nothing'])[-1]}")

    def call(self, *arguments):
        """A client's call."""
        return subprocess.run(arguments, env=self.environment, capture_output=True, text=True, timeout=30, check=False)
