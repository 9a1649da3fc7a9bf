"""Lets everyone read objects, but not list them: URL KEY SECRET BUCKET."""
import json

from server import arguments, s3

bucket = arguments[0]
statement = {
    "Effect": "Allow", "Principal": "*", "Action": ["s3:GetObject"], "Resource": [f"arn:aws:s3:::{bucket}/*"],
}
s3.put_bucket_policy(Bucket=bucket, Policy=json.dumps({"Version": "2012-10-17", "Statement": [statement]}))
