"""Podman with storage of its own, so that images and containers of the machine are neither seen nor changed."""

import json
import os
import resource
import subprocess
from pathlib import Path


class Engine:
    def __init__(self, folder: Path):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        # Limits that are higher than this process's own cannot be set without CAP_SYS_RESOURCE. Where the root is a
        # chroot, it cannot be pivoted. There may be no journal and no systemd.
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        limits = [f"nofile={files}:{files}", "nproc=4096:4096"]
        configuration = folder / "containers.conf"
        configuration.write_text(
            f"""[containers]
default_ulimits = {json.dumps(limits)}
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
no_pivot_root = true
tmp_dir = "{folder}/tmp"
"""
        )
        self.limits = [f"--ulimit={limit}" for limit in limits]
        self.command = ["podman", f"--root={folder}/storage", f"--runroot={folder}/run"]
        self.environment = {**os.environ, "CONTAINERS_CONF": str(configuration)}

    def run(self, *arguments: str, check: bool = True, **options) -> subprocess.CompletedProcess:
        """Runs a command of podman and returns its output; a failure prints it."""
        command = [*self.command, *arguments]
        # What watches a container writes into the folder that it is started in.
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, capture_output=True, text=True, errors="replace", **options)
        if check and done.returncode != 0:
            raise SystemExit(f"podman {arguments[0]}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def inspect(self, name: str) -> dict:
        return json.loads(self.run("inspect", name).stdout)[0]

    def remove(self, name: str):
        self.run("rm", "--force", "--time=0", name, check=False)
