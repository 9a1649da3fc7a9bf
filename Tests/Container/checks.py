"""What the image and its pods have to do, in the order in which somebody would use them."""

import http.client
import json
import shutil
import threading
import time
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from engine import Engine
from pod import ADDRESS, Pod

SAMPLES = sorted((Path(__file__).resolve().parent.parent.parent / "samples" / "xlumX1Wtzrg").glob("*.jpg"))


def expect(condition: bool, sentence: str):
    if not condition:
        raise SystemExit(f"Not so: {sentence}")


class PlainHost(SimpleHTTPRequestHandler):
    def __init__(self, *arguments):
        super().__init__(*arguments, directory=SAMPLES[0].parent.parent / "composed")

    def log_message(self, *arguments):
        """The doctor says what it asked for."""


class Checks:
    def __init__(self, engine: Engine, image: str, server: Pod, worker: Pod, token: str, film: Path):
        self.engine, self.image, self.server, self.worker, self.film = engine, image, server, worker, film
        self.headers = {"Authorization": f"Bearer {token}"}

    def run(self):
        for step in (
            self.image_is_fit, self.no_token_no_server, self.server_starts, self.nothing_else_is_writable,
            self.screenshots_are_uploaded, self.track_is_examined, self.film_is_composed, self.request_is_finished,
            self.library_is_kept, self.worker_composes,
        ):
            begin = time.monotonic()
            step()
            print(f"{step.__name__.replace('_', ' ')}: {time.monotonic() - begin:.1f} s", flush=True)

    def image_is_fit(self):
        configuration = self.engine.inspect(self.image)["Config"]
        expect(configuration["User"].split(":")[0].isdigit(), "the image's user is a number")
        expect(configuration["User"] != "0:0", "the image's user is not root")
        expect("Healthcheck" in self.engine.inspect(self.image), "the image has a health check")
        expect(not any("TOKEN" in v or "KEY" in v for v in configuration["Env"]), "the image holds no secret")
        listing = "for p in /opt/mosaic/bin/*; do echo $p; ldd $p; done"
        libraries = self.once("bash", "-c", listing).stdout
        missing = sorted({line.split()[0] for line in libraries.splitlines() if "not found" in line})
        expect(not missing, f"every library is in the image: {missing}")
        for program in ("mosaic", "mosaic-frames"):
            expect(f"/opt/mosaic/bin/{program}\n" in libraries, f"the image has {program}")

    def no_token_no_server(self):
        done = self.engine.run("run", "--rm", "--network=host", "--pull=never", self.image, check=False)
        expect(done.returncode not in (0, 125, 126, 127), "the server does not start without a token")
        expect("token" in done.stderr, f"its message names the token: {done.stderr}")

    def server_starts(self):
        self.server.start()
        self.server.wait_until_ready()
        self.engine.run("healthcheck", "run", self.server.name)
        group = self.server.control_group()
        expect(group["limit"] == self.server.memory, f"the kernel limits memory as the manifest says: {group}")

    def nothing_else_is_writable(self):
        status = self.server.execute("cat", "/proc/1/status").stdout
        fields = dict(line.split(":\t") for line in status.splitlines() if ":\t" in line)
        user = self.server.spec["securityContext"]["runAsUser"]
        expect(fields["Uid"].split() == [str(user)] * 4, "the user is the manifest's")
        for name in ("CapEff", "CapPrm", "CapBnd"):
            expect(int(fields[name], 16) == 0, f"{name} is empty")
        expect(fields["NoNewPrivs"] == "1", "no program gains privileges")
        expect(fields["Seccomp"] == "2", "the runtime's system call filter is on")
        for folder in ("/", "/tmp", "/opt/mosaic/bin", "/sources"):
            done = self.server.execute("touch", f"{folder}/probe", check=False)
            expect(done.returncode != 0 and "Read-only" in done.stderr, f"{folder} is read-only")

    def screenshots_are_uploaded(self):
        status, _ = self.send("PUT", "/storyboards/story", json.dumps({"chapters": len(SAMPLES)}), token=False)
        expect(status == 401, f"a submission without a token is refused: {status}")
        self.submit("story", {"chapters": len(SAMPLES)})
        for sample in SAMPLES:
            path = f"/storyboards/story/screenshots/{sample.name}"
            status, body = self.send("PUT", path, sample.read_bytes(), "image/jpeg")
            expect(status in (200, 201, 202), f"{sample.name} is taken: {status} {body}")
        self.wait_for("story", len(SAMPLES))

    def track_is_examined(self):
        """By URL, of a host that sends no headers for players."""
        with ThreadingHTTPServer((ADDRESS, 0), PlainHost) as host:
            threading.Thread(target=host.serve_forever, daemon=True).start()
            url = f"http://{ADDRESS}:{host.server_port}/thumbnails.vtt"
            done = self.server.execute("mosaic", "doctor", url, check=False)
            host.shutdown()
        expect(done.returncode == 65 and "cross-origin-access" in done.stdout, f"the doctor reads URLs: {done}")

    def film_is_composed(self):
        sources = self.server.volumes / "mosaic-sources"
        shutil.copy(self.film, sources / "film.mp4")
        self.submit("film", {"source": "film.mp4", "count": 10, "settle_s": 1})
        self.wait_for("film", 10)
        record = json.loads(self.read("/storyboards/film/mosaic.json"))
        expect(not any(tile.get("placeholder") for tile in record["tiles"]), "no tile of the film is gray")

    def request_is_finished(self):
        """A request that has begun when the pod is told to stop is answered."""
        (grace,) = (int(a.removeprefix("--grace=")) for a in self.server.container["args"] if a.startswith("--grace="))
        expect(grace < self.server.grace, "the pod's grace period is longer than the server's")
        self.tracks = {name: self.read(f"/storyboards/{name}/thumbnails.vtt") for name in ("story", "film")}
        peak = self.server.control_group()["peak"]
        self.submit("later", {"chapters": 1})
        body = SAMPLES[0].read_bytes()
        connection = http.client.HTTPConnection(ADDRESS, 8080, timeout=60)
        connection.putrequest("PUT", f"/storyboards/later/screenshots/{SAMPLES[0].name}")
        for name, value in {**self.headers, "Content-Type": "image/jpeg", "Content-Length": str(len(body))}.items():
            connection.putheader(name, value)
        connection.endheaders(body[: len(body) // 2])
        # The server has the first half when it answers another request that was sent later.
        self.read("/health")
        self.server.signal()
        time.sleep(1)
        connection.send(body[len(body) // 2 :])
        status = connection.getresponse().status
        expect(status in (200, 201, 202), f"the upload that had begun is taken: {status}")
        connection.close()
        code, seconds = self.server.wait_until_stopped()
        expect(code == 0, f"the server ends with 0: {code}\n{self.server.log()}")
        print(f"It stopped {seconds:.1f} s after the answer, of {self.server.grace} s; memory's peak: {peak >> 20} MiB.")

    def library_is_kept(self):
        self.server.start()
        self.server.wait_until_ready()
        for name, track in self.tracks.items():
            expect(self.read(f"/storyboards/{name}/thumbnails.vtt") == track, f"{name} is the same after a restart")
        self.wait_for("later", 1)

    def worker_composes(self):
        self.stop(self.server)
        shutil.copy(self.film, self.worker.volumes / "mosaic-sources" / "another.mp4")
        self.worker.start()
        self.worker.execute("mosaic", "submit", "/sources/another.mp4", "--count", "5", "--settle", "1")
        for _ in range(300):
            jobs = json.loads(self.worker.execute("mosaic", "jobs", "--json").stdout)
            if jobs["counts"].get("completed", 0) == 4:
                break
            time.sleep(0.2)
        expect(jobs["counts"].get("completed", 0) == 4, f"the worker completes the job: {jobs}\n{self.worker.log()}")
        self.stop(self.worker)

    def stop(self, pod: Pod):
        pod.signal()
        code, _ = pod.wait_until_stopped()
        expect(code == 0, f"{pod.name} ends with 0: {code}\n{pod.log()}")

    def once(self, *command: str):
        return self.engine.run(
            "run", "--rm", "--network=host", "--pull=never", f"--entrypoint={command[0]}", self.image, *command[1:])

    def submit(self, name: str, job: dict):
        status, body = self.send("PUT", f"/storyboards/{name}", json.dumps(job))
        expect(status == 202, f"{name} is submitted: {status} {body}")

    def wait_for(self, name: str, tiles: int):
        """Waits until a storyboard's job is complete, and counts the cues of its track."""
        for _ in range(300):
            status, body = self.send("GET", f"/geo/data/screenshot-status/{name}")
            state = json.loads(body).get("status")
            if state in ("COMPLETED", "FAILED"):
                break
            time.sleep(0.2)
        expect(state == "COMPLETED", f"{name} is complete: {status} {body}\n{self.server.log()}")
        cues = self.read(f"/storyboards/{name}/thumbnails.vtt").count("#xywh=")
        expect(cues == tiles, f"{name} has {tiles} tiles: {cues}")

    def read(self, path: str) -> str:
        status, body = self.send("GET", path, token=False)
        expect(status == 200, f"GET {path}: {status} {body}")
        return body

    def send(self, method: str, path: str, body=None, kind="application/json", token=True) -> tuple[int, str]:
        connection = http.client.HTTPConnection(ADDRESS, 8080, timeout=60)
        try:
            headers = dict(self.headers) if token else {}
            if body is not None:
                headers["Content-Type"] = kind
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, response.read().decode(errors="replace")
        finally:
            connection.close()
