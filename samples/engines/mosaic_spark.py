#!/usr/bin/env python3
"""Composes a manifest of storyboards on a Spark cluster.

    spark-submit mosaic_spark.py --manifest manifest.jsonl --library /mnt/library --results /mnt/results

A manifest has one JSON object a line, with ``id`` and ``source``; ``mosaic help batch`` describes it. It is split into
partitions, and each partition is the input of one ``mosaic batch -``. The results are a DataFrame with one row for each
line (see ``SCHEMA``). Spark runs a partition again when its executor dies: lines may be given any number of times, and
``--resume`` makes that cheap.

Every executor needs the program ``mosaic``, the sources and the library's folder at the same paths. In a program of
your own:

    from mosaic_spark import Batch, compose
    results = compose(spark.read.text("manifest.jsonl"), Batch(library="/mnt/library"))
    results.write.json("results")

Needs Python 3.9 or later and PySpark; add the file with ``--py-files`` when it is imported. Exit status: 0 done, 2 some
lines failed, 1 otherwise.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, Optional

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql.types import ArrayType, IntegerType, LongType, StringType, StructField, StructType

SCHEMA = StructType(
    [
        StructField("input", StringType(), nullable=False),
        StructField("result", StringType(), nullable=False),
        StructField("id", StringType()),
        StructField("source", StringType()),
        StructField("output", StringType()),
        StructField("error", StringType()),
        StructField("tiles", IntegerType()),
        StructField("reused_tiles", IntegerType()),
        StructField("placeholders", IntegerType()),
        StructField("placeholder_reasons", ArrayType(StringType())),
        StructField("sheets", IntegerType()),
        StructField("bytes", LongType()),
        StructField("film_ms", LongType()),
        StructField("elapsed_ms", LongType()),
    ]
)
"""The columns of results: ``input`` is the line of the manifest, the others are keys of its result.

``result`` is ``composed``, ``unchanged`` or ``failed``. A column is null where the result has no such key.
"""

SOME_FAILED = 2
"""The exit status of ``mosaic batch`` when it has done everything and some lines failed."""


@dataclass(frozen=True)
class Batch:
    """How the lines of a partition are composed."""

    library: str
    """The library's folder, the same for all executors."""
    mosaic: str = "mosaic"
    """The program."""
    jobs: int = 1
    """Storyboards composed at a time in a task; as many as ``spark.task.cpus``."""
    options: tuple[str, ...] = ()
    """Further options of ``mosaic batch``, such as ``("--width", "320")``."""

    @property
    def command(self) -> list[str]:
        return [
            self.mosaic, "batch", "-", "--library", self.library, "--jobs", str(self.jobs), "--resume", "--quiet",
            *self.options,
        ]  # fmt: skip


class BatchError(Exception):
    """``mosaic batch`` did not do all lines; Spark runs the partition again."""


def compose(lines: DataFrame, batch: Batch) -> DataFrame:
    """Composes a manifest, partition by partition.

    Like every DataFrame the results are computed when they are used, and computed again when they are used again:
    write them, or persist them.

    Args:
        lines: One column of strings, the lines; ``repartition`` them first. Blank ones have no result.
        batch: How they are composed.

    Returns:
        One row for each line, with the columns of ``SCHEMA``; in no order.
    """
    results = lines.rdd.map(lambda row: row[0]).mapPartitions(lambda part: run(part, batch))
    return SparkSession.builder.getOrCreate().createDataFrame(results, SCHEMA)


def run(lines: Iterable[str], batch: Batch) -> Iterator[Row]:
    """Composes lines by one process, and yields each result as soon as it is there.

    A thread writes the lines and another one reads standard error, so that no full pipe stops the process. When the
    caller stops early, so does the process. When the caller is killed, its ends of the pipes are closed, and the process
    ends with the next result that it cannot write.

    Raises:
        BatchError: The process ended otherwise than after all lines, or a line has no result.
    """
    process = subprocess.Popen(
        batch.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    feeder = Feeder(lines, process.stdin)
    messages = Messages(process.stderr)
    try:
        for text in process.stdout:
            if not text.endswith(b"\n"):
                raise BatchError("mosaic was killed while it wrote a result.")
            result: dict[str, Any] = json.loads(text)
            result["input"] = feeder.take(result.pop("line"))
            yield Row(*(result.get(name) for name in SCHEMA.names))
        status = process.wait()
        feeder.join()
        messages.join()
        if feeder.error:
            raise feeder.error
        if status not in (0, SOME_FAILED):
            raise BatchError(f"mosaic ended with status {status}: {messages.last}")
        if feeder.open:
            raise BatchError(f"{len(feeder.open)} lines have no result: {messages.last}")
    finally:
        if process.poll() is None:
            # It finishes what it is publishing.
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        process.stdout.close()


class Feeder(threading.Thread):
    """Writes lines into the pipe of a process, and keeps those that have no result yet."""

    def __init__(self, lines: Iterable[str], pipe: IO[bytes]) -> None:
        super().__init__(name="mosaic-feeder", daemon=True)
        self.error: Optional[BaseException] = None
        self.open: dict[int, str] = {}
        self._lines = lines
        self._pipe = pipe
        self.start()

    def take(self, number: int) -> str:
        """The line with a number, counted from 1, which has its result now.

        Raises:
            BatchError: It has a result already, or was never given.
        """
        try:
            return self.open.pop(number)
        except KeyError:
            raise BatchError(f"Line {number} has a second result.") from None

    def run(self) -> None:
        number = 0
        try:
            for line in self._lines:
                if not line.strip(" \t\r"):
                    continue
                if "\n" in line:
                    raise ValueError("A line of the manifest contains a line break.")
                number += 1
                # Before it is written, because its result may come at once.
                self.open[number] = line
                self._pipe.write(line.encode("utf-8", "replace") + b"\n")
                self._pipe.flush()
        except BrokenPipeError:
            # The process has ended; its status tells why.
            pass
        except BaseException as error:
            self.error = error
        finally:
            try:
                self._pipe.close()
            except BrokenPipeError:
                pass


class Messages(threading.Thread):
    """Reads standard error of a process, and keeps the last line."""

    def __init__(self, pipe: IO[bytes]) -> None:
        super().__init__(name="mosaic-messages", daemon=True)
        self.last = ""
        self._pipe = pipe
        self.start()

    def run(self) -> None:
        with self._pipe:
            for line in self._pipe:
                self.last = line.decode("utf-8", "replace").rstrip()


def main() -> int:
    """Composes the manifest that the command line names, and prints how many lines had which result."""
    parser = argparse.ArgumentParser(
        description="Composes a manifest of storyboards on a Spark cluster.",
        epilog="Options after -- are passed to mosaic batch: -- --width 320 --catalog /var/lib/mosaic/catalog.sqlite",
    )
    parser.add_argument("--manifest", required=True, help="lines of JSON: a file or folder that Spark can read")
    parser.add_argument("--library", required=True, help="the library's folder, the same path for every executor")
    parser.add_argument("--results", required=True, help="a new folder for the results, as JSON lines")
    parser.add_argument("--partitions", type=int, help="how many; by default four for each core of the cluster")
    parser.add_argument("--jobs", type=int, default=1, help="storyboards composed at a time in a task (default: 1)")
    parser.add_argument("--mosaic", default="mosaic", help="the program (default: mosaic)")
    parser.add_argument("options", nargs="*", help=argparse.SUPPRESS)
    arguments = parser.parse_args()

    spark = SparkSession.builder.appName("mosaic").getOrCreate()
    # A few lines more or less do not matter, but a partition that is run again repeats all of its own.
    partitions = arguments.partitions or 4 * spark.sparkContext.defaultParallelism
    lines = spark.read.text(arguments.manifest).repartition(partitions)
    batch = Batch(arguments.library, arguments.mosaic, arguments.jobs, tuple(arguments.options))
    compose(lines, batch).write.json(arguments.results)
    counts = spark.read.schema(SCHEMA).json(arguments.results).groupBy("result").count().collect()
    numbers = {"composed": 0, "unchanged": 0, "failed": 0, **{row["result"]: row["count"] for row in counts}}
    print(json.dumps(numbers))
    spark.stop()
    return SOME_FAILED if numbers["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
