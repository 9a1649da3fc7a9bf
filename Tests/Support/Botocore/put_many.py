"""Writes screenshots and folders: URL KEY SECRET BUCKET SCREENSHOTS FOLDERS."""
from concurrent.futures import ThreadPoolExecutor

from server import arguments, s3

bucket, screenshots, folders = arguments[0], int(arguments[1]), int(arguments[2])
keys = [f"many/ch{i}_{i * 4}s.jpg" for i in range(screenshots)]
keys += [f"folders/{i}/ch1_0s.jpg" for i in range(folders)]
with ThreadPoolExecutor(16) as pool:
    list(pool.map(lambda key: s3.put_object(Bucket=bucket, Key=key, Body=b"x"), keys))
