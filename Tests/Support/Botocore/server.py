"""The client of the server that the first three arguments name."""
import sys

import boto3
from botocore.config import Config

url, key, secret = sys.argv[1:4]
arguments = sys.argv[4:]
s3 = boto3.client(
    "s3", endpoint_url=url, aws_access_key_id=key, aws_secret_access_key=secret, region_name="us-east-1",
    config=Config(s3={"addressing_style": "path"}, max_pool_connections=16),
)
