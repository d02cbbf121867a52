"""Breaks every command that writes, at random moments and in many ways, and looks at what is left. See README.md."""

import argparse
import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import cases

# Calls of the system after which a folder looks different, or a disk holds more.
STEPS = "rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,fsync"
RENAMES = "rename,renameat,renameat2"
WAYS = ("kill", "kill", "kill", "interrupt", "terminate", "file size", "memory", "full disk", "two at once",
        "in the way")
TRACED = ("step", "step", "step", "no space", "failed rename")
LIMIT = 120


class Lost(Exception):
    """What should not be."""


def traced(program):
    """Whether strace can stop a program here: then every step of a change can be hit."""
    try:
        call = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", program, "--version"]
        return subprocess.run(call, capture_output=True, timeout=LIMIT, check=False).returncode == 0
    except OSError:
        return False


def on_the_way(folder):
    """What a dead process left."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob(".referee-*"))


def content(folder, case):
    """What a reader sees: the results by name."""
    seen = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        hidden = any(part.startswith(".referee-") for part in path.relative_to(folder).parts)
        if path.is_file() and not hidden and case.is_result(name):
            seen[name] = b"" if case.differs(name) else path.read_bytes()
    return seen


class Trial:
    """A command, broken once."""

    def __init__(self, case, way, program, folder, draw):
        self.case, self.way, self.program, self.folder, self.draw = case, way, program, folder, draw

    def start(self, before=(), limits=None, **more):
        call = [*before, self.program, *self.case.call(1)]
        output = dict(stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        return subprocess.Popen(call, cwd=self.folder, preexec_fn=limits, **output, **more)

    def inject(self, calls, what, when):
        chosen = ["-e", f"trace={calls}", "-e", f"inject={calls}:{what}:when={when}"]
        return ["strace", "-f", "-qq", "-o", "/dev/null", *chosen]

    def run(self):
        """Breaks it; the exit statuses and what was said."""
        way, draw = self.way, self.draw
        started = []
        if way in ("kill", "interrupt", "terminate"):
            number = {"kill": signal.SIGKILL, "interrupt": signal.SIGINT, "terminate": signal.SIGTERM}[way]
            process = self.start()
            time.sleep(draw.uniform(0, 1.1 * self.case.seconds))
            process.send_signal(number)  # to a process of ours, which is not waited for yet
            started = [process]
        elif way == "file size":
            import resource

            size = int(2 ** draw.uniform(0, 16))
            limits = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            # With the signal the process dies, without it a write fails.
            started = [self.start(limits=limits, restore_signals=draw.random() < 0.5)]
        elif way == "memory":
            import resource

            size = int(draw.uniform(2**24, 2**28))
            started = [self.start(limits=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)))]
        elif way == "two at once":
            started = [self.start(), self.start()]
        elif way == "step":
            started = [self.start(self.inject(STEPS, "signal=SIGKILL", draw.randint(1, 1 + self.case.steps)))]
        elif way == "no space":
            started = [self.start(self.inject("write", "error=ENOSPC", f"{draw.randint(1, 40)}+"))]
        elif way == "failed rename":
            started = [self.start(self.inject(RENAMES, "error=EIO", f"{draw.randint(1, 8)}+"))]
        else:
            started = [self.start()]  # "full disk" and "in the way" were prepared
        ends = []
        for process in started:
            said = process.communicate(timeout=LIMIT)[1].decode()
            ends.append((process.returncode, said))
        return ends


def call(program, arguments, folder):
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, timeout=LIMIT, check=False)


def prepare(case, program, base):
    """The folders before a change and after it, and how long it takes."""
    old, new = base / f"{case.name}-old", base / f"{case.name}-new"
    old.mkdir()
    case.inputs(program, old)
    if not case.fresh:
        done = call(program, case.call(0), old)
        if done.returncode:
            raise SystemExit(f"{case.name}: {case.call(0)} ends with {done.returncode}: {done.stderr}")
    shutil.copytree(old, new)
    start = time.monotonic()
    done = call(program, case.call(1), new)
    case.seconds = time.monotonic() - start
    if done.returncode:
        raise SystemExit(f"{case.name}: {case.call(1)} ends with {done.returncode}: {done.stderr}")
    case.before, case.after = content(old, case), content(new, case)
    if case.before == case.after or on_the_way(new):
        raise SystemExit(f"{case.name}: the two calls must differ and leave nothing on the way: {on_the_way(new)}")
    return old


def count_steps(case, program, old, base):
    """How many calls of the system there are to be stopped at."""
    folder, log = base / "counted", base / "steps.log"
    shutil.copytree(old, folder)
    trace = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={STEPS}", program, *case.call(1)]
    subprocess.run(trace, cwd=folder, capture_output=True, timeout=LIMIT, check=True)
    case.steps = sum("(" in line for line in log.read_text().splitlines())
    shutil.rmtree(folder)


def judge(trial, ends, count):
    """Holds what is left against what may be left; counts what was seen."""
    case, folder, program = trial.case, trial.folder, trial.program
    for status, said in ends:
        sentences = [line for line in said.splitlines() if not line.startswith("referee: warning")]
        if status == 2 and not (len(sentences) == 1 and sentences[0].startswith("referee: ")):
            raise Lost(f"exit status 2 with other than one sentence: {said!r}")
        # Without memory there is no thread, which panics; where no write succeeds, no last word does.
        excused = status == 101 and (trial.way == "memory" or trial.way == "no space" and not said)
        if status in (1, 3, 101) and not excused:
            raise Lost(f"exit status {status}: {said!r}")
    if trial.way == "two at once":
        if not any(status == 0 for status, _ in ends):
            raise Lost(f"neither of two calls ends well: {ends}")
        for status, said in ends:
            if status and "another program is writing" not in said:
                raise Lost(f"the second call ends with {status}: {said}")
        count["refused"] += any(status for status, _ in ends)
    if trial.draw.random() < 0.5:  # a clock that jumps: what is left is dated to the past or the future
        moment = trial.draw.choice([0, 1e9, 4e9])
        for path in folder.rglob("*"):
            os.utime(path, (moment, moment), follow_symlinks=False)
    seen, left = content(folder, case), on_the_way(folder)
    decided = any(name.endswith("/commit") for name in left_in(folder))
    count["litter"] += bool(left)
    if seen not in (case.before, case.after) and not decided:
        raise Lost(f"a mixture that nothing will end: {differences(seen, case)}")
    if any(status == 0 for status, _ in ends) and seen != case.after:
        raise Lost(f"the call ended well, and what is there is not its result: {differences(seen, case)}")
    if (names := case.documents(folder)) and case.before:
        checked = call(program, ["check", *names], folder)
        if checked.returncode:
            raise Lost(f"check says {checked.returncode}: {checked.stdout}{checked.stderr}")
        seen = content(folder, case)
        if seen not in (case.before, case.after):
            raise Lost(f"a mixture after check: {differences(seen, case)}")
        if decided and seen != case.after:
            raise Lost("a change that was decided was given up")
    count["taken up"] += decided
    count["old" if seen == case.before else "new"] += 1


def left_in(folder):
    """The files in folders on the way."""
    return [str(path) for stage in folder.rglob(".referee-set*") for path in stage.rglob("*")]


def differences(seen, case):
    """Which files are those of which set."""
    kinds = {}
    for name in sorted({*seen, *case.before, *case.after}):
        file = seen.get(name)
        is_old, is_new = file == case.before.get(name), file == case.after.get(name)
        kinds[name] = "both" if is_old and is_new else "old" if is_old else "new" if is_new else "neither"
    return kinds


def again(trial):
    """The next call makes the new set whole, and nothing else is left."""
    case, folder = trial.case, trial.folder
    done = call(trial.program, case.call(1), folder)
    if done.returncode:
        raise Lost(f"the next call ends with {done.returncode}: {done.stderr}")
    if (seen := content(folder, case)) != case.after:
        raise Lost(f"the next call leaves a mixture: {differences(seen, case)}")
    if left := on_the_way(folder):
        raise Lost(f"the next call leaves {left}")


def attempt(trial, old, count):
    """One trial in a fresh folder; on a small disk if it is to fill."""
    shutil.copytree(old, trial.folder)
    mounted = False
    try:
        if trial.way == "full disk":
            size = 4096 * trial.draw.randint(1, 24) + sum(p.stat().st_size + 8192 for p in old.rglob("*"))
            mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(trial.folder)]
            mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
            if not mounted:
                count["no small disk"] += 1
                return
            shutil.copytree(old, trial.folder, dirs_exist_ok=True)
        blocked = None
        if trial.way == "in the way":  # a folder has the name of a result that is to come
            blocked = trial.folder / trial.draw.choice(sorted(trial.case.after))
            blocked.parent.mkdir(parents=True, exist_ok=True)
            blocked.unlink(missing_ok=True)
            blocked.mkdir()
            rest = content(trial.folder, trial.case)
        ends = trial.run()
        if blocked is not None:
            if ends[0][0] != 2 or content(trial.folder, trial.case) != rest or on_the_way(trial.folder):
                raise Lost(f"a folder is in the way of {blocked.name}, and the call ends with {ends}")
            count["old"] += 1
            return
        judge(trial, ends, count)
        if mounted:  # there must be room for the next call
            subprocess.run(["mount", "-o", "remount,size=64m", str(trial.folder)], check=True)
        again(trial)
    finally:
        if mounted:
            subprocess.run(["umount", str(trial.folder)], check=True)
        shutil.rmtree(trial.folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="target/debug/referee", help="the program that is broken")
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", help="commands, with commas between them")
    parser.add_argument("--ways", help="ways to break them, with commas between them")
    parser.add_argument("--data", default=os.environ.get("REFEREE_DATA"), help="the published data, for `experiment`")
    asked = parser.parse_args()
    # A shell hands "ignore it" to what it starts in the background, and that would be handed on to the broken calls.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    program = str(pathlib.Path(asked.program).resolve())
    able = traced(program)
    ways = asked.ways.split(",") if asked.ways else [*WAYS, *(TRACED if able else ())]
    if not able:
        print("strace is not here or may not look at other programs: no trial stops at a chosen step")
    chosen = [case for case in cases.all(asked.data) if not asked.only or case.name in asked.only.split(",")]
    counts = {case.name: collections.Counter() for case in chosen}
    by_way, lost, start = collections.Counter(), [], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults-") as place:
        base = pathlib.Path(place)
        olds = {}
        for number in range(asked.trials):
            case = chosen[number % len(chosen)]
            draw = random.Random(f"{asked.seed}/{number}")
            if case.name not in olds:
                olds[case.name] = prepare(case, program, base)
                if able:
                    count_steps(case, program, olds[case.name], base)
            way, count = draw.choice(ways), counts[case.name]
            known = count.copy()
            count["trials"] += 1
            by_way[way] += 1
            try:
                attempt(Trial(case, way, program, base / "trial", draw), olds[case.name], count)
            except KeyboardInterrupt:
                counts[case.name] = known
                by_way[way] -= 1
                print("interrupted: the table is about the trials before")
                break
            except (Lost, subprocess.TimeoutExpired) as error:
                count["losses"] += 1
                lost.append(f"trial {number} ({case.name}, {way}): {error}")
                print(lost[-1], flush=True)
    columns = ("trials", "old", "new", "taken up", "litter", "refused", "losses")
    print(f"| command | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
    total = sum(counts.values(), collections.Counter())
    for name, count in [*counts.items(), ("all", total)]:
        print(f"| {name} | {' | '.join(str(count[column]) for column in columns)} |")
    print("ways: " + ", ".join(f"{way} {by_way[way]}" for way in dict.fromkeys(ways)), end="")
    print(f" ({total['no small disk']} without a disk to fill)" if total["no small disk"] else "")
    print(f"{total['trials']} trials, seed {asked.seed}, {time.monotonic() - start:.0f} s, {len(lost)} losses")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
