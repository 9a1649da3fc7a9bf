"""Speaks with mosaic-frames as mosaic does: see Sources/FilmProtocol."""

import json
import os
import select
import socket
import struct
import subprocess
import time

KINDS = {1: "header", 2: "failure", 3: "progress", 4: "picture", 5: "end"}
OUTCOMES = ["shown", "same", "damaged", "afterEnd", "cutOff", "undecodable"]
CHOICES = {"key": 0, "keyOnce": 1, "exact": 2}
# For a program with AddressSanitizer: an exit status that the program does not use, and memory that runs out. The sandbox
# denies the system calls by which leaks are sought.
VARIABLES = {"ASAN_OPTIONS": "exitcode=99:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=2048"}


class Ended(Exception):
    """The child ended or fell silent in the middle of a record."""


class Picture:
    """A picture as large as requested; larger on one side where the frame has another shape than the film."""

    def __init__(self, head, planes, full):
        (self.index, outcome, self.wanted, self.time, self.width, self.height, _, _) = head
        self.outcome = OUTCOMES[outcome]
        width = self.width if full else (self.width + 1) // 2
        height = self.height if full else (self.height + 1) // 2
        luma, chroma = self.width * self.height, width * height
        self.y, self.cb, self.cr = planes[:luma], planes[luma : luma + chroma], planes[luma + chroma :]

    def at(self, x, y):
        """The luma at a part of the width and of the height."""
        return self.y[int(y * self.height) * self.width + int(x * self.width)]

    def number(self):
        """The number that 12 bars across the middle show; None where they are no bars."""
        number = 0
        for bit in range(12):
            level = (self.at((bit + 0.5) / 12, 0.4) + self.at((bit + 0.5) / 12, 0.55)) / 2
            if 60 < level < 190:
                return None
            number |= (level > 125) << bit
        return number


class Child:
    """A running mosaic-frames; the header or failure is read at once."""

    def __init__(self, program, film, kills=True, silence=60):
        self.silence = silence
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        reading, writing = os.pipe()
        descriptor = os.open(film, os.O_RDONLY)

        def prepare():
            os.dup2(theirs.fileno(), 3)
            os.set_inheritable(3, True)

        self.process = subprocess.Popen(
            [program, "--sandbox", "kill" if kills else "deny"], stdin=descriptor, stdout=writing,
            stderr=subprocess.PIPE, preexec_fn=prepare, pass_fds=[3, theirs.fileno()], env=VARIABLES)
        os.close(descriptor)
        os.close(writing)
        theirs.close()
        self.control, self.records = ours, reading
        self.header = self.failure = None
        self.progress = 0
        try:
            kind, rest = self._record()
            if kind == "header":
                self.header = json.loads(rest)
            elif kind == "failure":
                self.failure = (struct.unpack("<I", rest[:4])[0], rest[4:].decode())
        except Ended:
            pass

    def ask(self, frames, width, height, full=False, choice="key", reach=0, room=0, background=0):
        """The pictures of times in seconds, and the counts; the background is 0xRRGGBB."""
        message = struct.pack("<IIIIII", 0x5145524D, width, height, full, len(frames), background)
        for frame in frames:
            message += struct.pack(
                "<qqIIII", round(frame * 1e6), round(reach * 1e6), CHOICES[choice], 0, round(room * 1e3), 0)
        try:
            self.control.sendall(message)
        except OSError as error:
            raise Ended from error
        pictures = []
        while True:
            kind, rest = self._record()
            if kind == "end":
                return pictures, struct.unpack("<qqqq", rest)
            pictures.append(Picture(struct.unpack("<IIqqIIII", rest[:40]), rest[40:], full))

    def close(self):
        """The exit status; negative for a signal."""
        self.control.close()
        try:
            self.process.wait(self.silence)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.complaint = self.process.stderr.read().decode(errors="replace")
        self.process.stderr.close()
        os.close(self.records)
        return self.process.returncode

    def _record(self):
        while True:
            kind, length = struct.unpack("<II", self._read(8))
            rest = self._read(length)
            if KINDS[kind] != "progress":
                return KINDS[kind], rest
            self.progress += 1

    def _read(self, count):
        data = bytearray()
        while len(data) < count:
            ready, _, _ = select.select([self.records], [], [], self.silence)
            piece = os.read(self.records, count - len(data)) if ready else b""
            if not piece:
                raise Ended(f"{len(data)} of {count} bytes")
            data += piece
        return bytes(data)


def peak_memory(process):
    """Anonymous memory of a running process, in KiB."""
    with open(f"/proc/{process.pid}/smaps_rollup") as file:
        return sum(int(line.split()[1]) for line in file if line.startswith("Anonymous:"))
