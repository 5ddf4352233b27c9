# Signs a request as botocore does, the library of Amazon itself: reads one as JSON, writes the Authorization header.
import base64, json, sys
from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

asked = json.load(sys.stdin)
auth = S3SigV4Auth(Credentials(asked["accessKey"], asked["secretKey"]), "s3", asked["region"])
request = AWSRequest(
    method=asked["method"], url=asked["url"], headers=asked["headers"], data=base64.b64decode(asked["body"])
)
# What `add_auth` does, at the moment of the request instead of now.
request.context["timestamp"] = asked["stamp"]
auth._modify_request_before_signing(request)
signature = auth.signature(auth.string_to_sign(request, auth.canonical_request(request)), request)
auth._inject_signature_to_request(request, signature)
print(request.headers["Authorization"])
