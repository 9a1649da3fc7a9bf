"""A Deployment's pod as this machine can run it: a field of the manifest that is not carried out here is an error."""

import http.client
import os
import re
import time
from pathlib import Path

from engine import Engine

# The pod's address, as the kubelet and the Service use it. The test runs in a network namespace that has it.
ADDRESS = "10.42.0.7"
# Where a pod runs, and what the cluster gives it besides, is not this machine's to decide.
PLACING = {"affinity", "automountServiceAccountToken"}


def only(mapping: dict, *known: str) -> dict:
    unknown = mapping.keys() - set(known)
    if unknown:
        raise SystemExit(f"The manifest has fields that this test does not carry out: {', '.join(sorted(unknown))}")
    return mapping


class Pod:
    """One container of a Deployment, and the volumes of its claims in a folder."""

    def __init__(self, engine: Engine, documents: list, name: str, image: str, volumes: Path, secrets: dict):
        self.engine, self.image, self.volumes, self.secrets = engine, image, volumes, secrets
        self.name = f"{name}-test"
        self.services = [document["metadata"]["name"] for document in documents if document["kind"] == "Service"]
        deployment = next(d for d in documents if d["kind"] == "Deployment" and d["metadata"]["name"] == name)
        template = deployment["spec"]["template"]["spec"]
        self.spec = only(
            template, "containers", "volumes", "securityContext", "enableServiceLinks",
            "terminationGracePeriodSeconds", *PLACING)
        (container,) = self.spec["containers"]
        self.container = only(
            container, "name", "image", "imagePullPolicy", "args", "env", "envFrom", "ports", "startupProbe", "livenessProbe",
            "readinessProbe", "resources", "securityContext", "volumeMounts")
        self.grace = self.spec.get("terminationGracePeriodSeconds", 30)

    @property
    def memory(self) -> int:
        """The memory limit in bytes."""
        text = self.container["resources"]["limits"]["memory"]
        number, unit = re.fullmatch(r"(\d+)(Ki|Mi|Gi)", text).groups()
        return int(number) << {"Ki": 10, "Mi": 20, "Gi": 30}[unit]

    def start(self):
        options = ["--detach", f"--name={self.name}", "--network=host", "--pull=never", "--read-only-tmpfs=false"]
        options += [f"--memory={self.memory}", f"--stop-timeout={self.grace}"]
        options += self.security() + self.mounts()
        environment = self.variables()
        options += [f"--env={name}={value}" for name, value in environment.items()]
        self.engine.remove(self.name)
        self.engine.run("run", *options, self.image, *self.container["args"])

    def security(self) -> list[str]:
        pod = only(
            self.spec["securityContext"], "runAsNonRoot", "runAsUser", "runAsGroup", "fsGroup", "fsGroupChangePolicy",
            "seccompProfile")
        own = only(
            self.container["securityContext"], "allowPrivilegeEscalation", "readOnlyRootFilesystem", "capabilities")
        options = []
        user = self.engine.inspect(self.image)["Config"]["User"]
        if "runAsUser" in pod:
            user = f"{pod['runAsUser']}:{pod['runAsGroup']}"
            options.append(f"--user={user}")
        if "fsGroup" in pod:
            options.append(f"--group-add={pod['fsGroup']}")
        if pod.get("runAsNonRoot") and not re.fullmatch(r"[1-9]\d*(:\d+)?", user):
            raise SystemExit(f"The pod must not run as root, and its user is '{user}'.")
        if pod.get("seccompProfile") != {"type": "RuntimeDefault"}:
            options.append("--security-opt=seccomp=unconfined")
        if own.get("allowPrivilegeEscalation") is False:
            options.append("--security-opt=no-new-privileges")
        if own.get("readOnlyRootFilesystem"):
            options.append("--read-only")
        return options + [f"--cap-drop={name}" for name in own.get("capabilities", {}).get("drop", [])]

    def mounts(self) -> list[str]:
        group = self.spec["securityContext"].get("fsGroup", 0)
        sources = {volume["name"]: volume for volume in self.spec["volumes"]}
        options = []
        for mount in self.container["volumeMounts"]:
            volume, path = sources[mount["name"]], mount["mountPath"]
            if "emptyDir" in volume:
                options.append(f"--tmpfs={path}:mode=1777")
                continue
            folder = self.volumes / volume["persistentVolumeClaim"]["claimName"]
            if not folder.exists():
                # As the kubelet hands over a volume that belongs to root.
                folder.mkdir(parents=True)
                os.chown(folder, 0, group)
                folder.chmod(0o2775)
            options.append(f"--volume={folder}:{path}:{'ro' if mount.get('readOnly') else 'rw'}")
        return options

    def variables(self) -> dict[str, str]:
        variables = {}
        if self.spec.get("enableServiceLinks", True):
            for service in self.services:
                variables[service.upper().replace("-", "_") + "_PORT"] = "tcp://10.43.0.1:80"
        for source in self.container.get("envFrom", []):
            # The only secret here is that of the server; another one is not there, and may not have to be.
            assert only(source, "secretRef")["secretRef"].get("optional"), source
        for variable in self.container.get("env", []):
            reference = variable.get("valueFrom", {}).get("secretKeyRef")
            variables[variable["name"]] = self.secrets[reference["key"]] if reference else variable["value"]
        return variables

    def address(self, port) -> tuple[str, int]:
        ports = {each["name"]: each["containerPort"] for each in self.container["ports"]}
        return ADDRESS, ports.get(port, port)

    def probe(self, name: str) -> str | None:
        """Sends a probe of the manifest as the kubelet does; None, or why it failed."""
        probe = self.container[name]
        request = probe["httpGet"]
        connection = http.client.HTTPConnection(*self.address(request["port"]), timeout=probe.get("timeoutSeconds", 1))
        try:
            connection.request("GET", request["path"])
            status = connection.getresponse().status
            return None if 200 <= status < 400 else f"{name}: GET {request['path']}: {status}"
        except OSError as error:
            return f"{name}: GET {request['path']}: {error}"
        finally:
            connection.close()

    def wait_until_ready(self):
        """Waits as long as the manifest's startup probe allows, then for the others."""
        probe = self.container["startupProbe"]
        for _ in range(probe["failureThreshold"]):
            failure = self.probe("startupProbe")
            if failure is None or not self.engine.inspect(self.name)["State"]["Running"]:
                break
            time.sleep(probe["periodSeconds"])
        failure = failure or self.probe("livenessProbe") or self.probe("readinessProbe")
        if failure:
            raise SystemExit(f"{failure}\n{self.log()}")

    def execute(self, *command: str, check: bool = True):
        return self.engine.run("exec", self.name, *command, check=check)

    def signal(self):
        self.engine.run("kill", "--signal=TERM", self.name)

    def wait_until_stopped(self) -> tuple[int, float]:
        """Waits for the end within the grace period; exit status and seconds."""
        begin = time.monotonic()
        while (state := self.engine.inspect(self.name)["State"])["Running"]:
            if time.monotonic() - begin > self.grace:
                raise SystemExit(f"{self.name} still runs after its grace period of {self.grace} s.\n{self.log()}")
            time.sleep(0.1)
        return state["ExitCode"], time.monotonic() - begin

    def log(self) -> str:
        done = self.engine.run("logs", self.name, check=False)
        return done.stdout + done.stderr

    def control_group(self) -> dict[str, int]:
        """Limit and peak of its memory in bytes, as the kernel counts them."""
        process = self.engine.inspect(self.name)["State"]["Pid"]
        for line in Path(f"/proc/{process}/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if controllers == "memory":
                folder = Path("/sys/fs/cgroup/memory" + path)
                names = ("memory.limit_in_bytes", "memory.max_usage_in_bytes")
                break
            if controllers == "":
                folder, names = Path("/sys/fs/cgroup" + path), ("memory.max", "memory.peak")
        return {key: int((folder / name).read_text()) for key, name in zip(("limit", "peak"), names)}
