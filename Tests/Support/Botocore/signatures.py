"""Signs requests by botocore's S3SigV4Auth: JSON on standard input, one line `payload signature` each."""
import datetime
import json
import sys
from urllib.parse import quote

import botocore.auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

for sample in json.load(sys.stdin):
    now = datetime.datetime.fromtimestamp(sample["time"], datetime.timezone.utc)
    botocore.auth.get_current_datetime = lambda now=now: now
    credentials = Credentials(sample["keyID"], sample["secret"], sample.get("token"))
    query = "&".join(f"{quote(n, safe='-_.~')}={quote(v, safe='-_.~')}" for n, v in sample["query"])
    url = f"http://{sample['host']}{sample['path']}" + (f"?{query}" if query else "")
    request = AWSRequest(
        method=sample["method"], url=url, headers=dict(sample["headers"]), data=sample["body"].encode()
    )
    botocore.auth.S3SigV4Auth(credentials, "s3", sample["region"]).add_auth(request)
    payload = request.headers["X-Amz-Content-SHA256"]
    print(payload, request.headers["Authorization"].rpartition("Signature=")[2])
