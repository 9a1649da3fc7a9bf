"""Writes objects with checksums of every kind, and one in parts: URL KEY SECRET BUCKET."""
from server import arguments, s3

bucket = arguments[0]
digits = b"123456789"
for name in ["crc32", "crc32c", "crc64nvme", "sha256"]:
    try:
        s3.put_object(Bucket=bucket, Key=name, Body=digits, ChecksumAlgorithm=name.upper())
    except Exception:
        # botocore without the native library has no CRC32C and CRC64NVME, and a server may know less.
        s3.put_object(Bucket=bucket, Key=name, Body=digits)
s3.put_object(Bucket=bucket, Key="plain", Body=digits)
upload = s3.create_multipart_upload(Bucket=bucket, Key="parts")["UploadId"]
parts = []
for number, body in enumerate([bytes(5 << 20), digits + b"0"], 1):
    part = s3.upload_part(Bucket=bucket, Key="parts", PartNumber=number, UploadId=upload, Body=body)
    parts.append({"ETag": part["ETag"], "PartNumber": number})
s3.complete_multipart_upload(Bucket=bucket, Key="parts", UploadId=upload, MultipartUpload={"Parts": parts})
