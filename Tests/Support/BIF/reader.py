# Reads a Roku BIF file as its specification says, and prints one line for each picture: time in ms, bytes, SHA-256.
import hashlib
import struct
import sys

with open(sys.argv[1], "rb") as file:
    data = file.read()

assert data[:8] == b"\x89BIF\r\n\x1a\n", "signature"
version, count, multiplier = struct.unpack_from("<III", data, 8)
assert version == 0, f"version {version}"
assert data[20:64] == bytes(44), "reserved bytes"
multiplier = multiplier or 1000
print("multiplier", multiplier)

entries = [struct.unpack_from("<II", data, 64 + 8 * number) for number in range(count + 1)]
assert entries[-1] == (0xFFFFFFFF, len(data)), f"last entry {entries[-1]}"
assert entries[0][1] == 64 + 8 * (count + 1), "the first picture follows the index"
for (time, start), (_, end) in zip(entries, entries[1:]):
    picture = data[start:end]
    assert picture[:2] == b"\xff\xd8" and picture[-2:] == b"\xff\xd9", f"picture at {start}"
    print(time * multiplier, len(picture), hashlib.sha256(picture).hexdigest())
