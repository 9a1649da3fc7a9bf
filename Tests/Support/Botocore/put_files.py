"""Writes each file whose path is a line of standard input, and then its name as a line: URL KEY SECRET BUCKET PREFIX."""
import os
import sys

from server import arguments, s3

bucket, prefix = arguments
for line in sys.stdin:
    path = line.rstrip("\n")
    name = os.path.basename(path)
    kind = "image/jpeg" if name.endswith(".jpg") else "application/json"
    with open(path, "rb") as file:
        s3.put_object(Bucket=bucket, Key=prefix + name, Body=file.read(), ContentType=kind)
    print(name, flush=True)
