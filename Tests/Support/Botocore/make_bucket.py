"""Makes a bucket: URL KEY SECRET BUCKET."""
from server import arguments, s3

s3.create_bucket(Bucket=arguments[0])
