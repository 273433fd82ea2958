"""Runs a command as the tasks of an array in HyperQueue, on two workers, and kills one of them in the middle.

    campaign.py FOLDER TASKS COMMAND...

The server runs in this process, each worker in a process of its own. A worker is killed once the server says that some tasks are
finished, while a task of that worker runs. The server then gives its tasks to the other worker. FOLDER/begun gets the number of a task
each time it begins. The exit code is 0 if all tasks have ended well, and one of them began a second time.
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

# How many tasks are finished before a worker is killed.
FINISHED = 3
# Tells the workers apart from this program.
WORKER = "--worker"


def worker(folder, access):
    """A worker of the server whose access file is given.

    The package starts a worker only beside a server of its own. So there is an idle one, and its access file is replaced by that of
    the server that has the tasks: a worker connects to the server that this file names.
    """
    cluster = LocalCluster(folder)
    shutil.copy(access, Path(folder) / "hq-current" / "access.json")
    cluster.start_worker(WorkerConfig(cores=1))
    print("ready", flush=True)
    signal.pause()


def start_worker(folder, access):
    """The process of a worker, once it is connected."""
    folder.mkdir()
    command = [sys.executable, __file__, WORKER, str(folder), str(access)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(folder / "log", "w"), text=True)
    for line in process.stdout:
        if line == "ready\n":
            return process
    raise SystemExit(f"a worker did not start; {folder}/log says why")


def runs_a_task(process):
    """Whether a process has a child, which is a task if it is a worker."""
    tasks = Path(f"/proc/{process.pid}/task")
    return any((thread / "children").read_text().strip() for thread in tasks.iterdir())


def main(folder, count, command):
    folder = Path(folder).resolve()
    begun = folder / "begun"
    (folder / "server").mkdir()
    with LocalCluster(str(folder / "server")) as cluster:
        access = folder / "server" / "hq-current" / "access.json"
        workers = [start_worker(folder / f"worker-{number}", access) for number in (1, 2)]
        try:
            job = Job(default_workdir=folder, max_fails=None)
            line = 'echo "$HQ_TASK_ID" >> "$0"; exec "$@"'
            for _ in range(count):
                job.program(["sh", "-c", line, str(begun), *command], stdout=None, stderr=str(folder / "log-%{TASK_ID}"))
            client = cluster.client()
            submitted = client.submit(job)
            killed = []

            def told(jobs):
                (state,) = jobs.values()
                print(f"{state['finished']} of {state['total']} tasks are finished, {state['failed']} failed", flush=True)
                if not killed and state["finished"] >= FINISHED and runs_a_task(workers[0]):
                    print(f"killed the worker with the process {workers[0].pid}, while a task of it ran", flush=True)
                    workers[0].kill()
                    killed.append(workers[0])

            failed = client.connection.wait_for_jobs([submitted.id], told)
            if failed:
                raise SystemExit(f"tasks failed: {client.get_failed_tasks(submitted)}")
        finally:
            for process in workers:
                process.kill()
                process.wait()
    lines = begun.read_text().splitlines()
    again = sorted({line for line in lines if lines.count(line) > 1})
    if not killed or not again:
        raise SystemExit(f"no task began again, so nothing is shown: {count} tasks, which began {len(lines)} times")
    print(f"{count} tasks, which began {len(lines)} times; a second time: {', '.join(again)}")


if __name__ == "__main__":
    if sys.argv[1] == WORKER:
        worker(*sys.argv[2:])
    else:
        main(sys.argv[1], int(sys.argv[2]), sys.argv[3:])
