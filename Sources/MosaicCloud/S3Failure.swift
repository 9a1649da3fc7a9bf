import Foundation
import HTTPFetching
import Mosaic

/// Translates error responses of S3 servers.
///
/// Each kind of failure has one sentence. No sentence contains a key id, a secret, a token, or text from the server
/// other than a validated code, region or host.
enum S3Failure {
    /// Translates the response to a failed request.
    ///
    /// - Returns: A `FetchError` if another attempt may succeed.
    static func error(_ answer: HTTPAnswer, _ request: S3Request, _ place: RequestPlace) -> any Error {
        let document = ErrorDocument(answer.body)
        let code = document?.code ?? ""
        let pause = answer.field("retry-after").flatMap { Int64($0) }.map { Duration.seconds(max(0, min($0, 60))) }
        func passing(_ reason: String) -> FetchError { .interrupted(reason, after: pause) }
        switch (answer.status, code) {
        case (_, "SlowDown"), (_, "Throttling"), (_, "ThrottlingException"), (429, _):
            return passing("The server \(place.host) is asked too often, and still refuses after retries.")
        case (_, "RequestTimeout"), (408, _):
            return passing("The server \(place.host) did not receive the request in time.")
        case (500..., _):
            let kind = code.isEmpty ? "status \(answer.status)" : "\(code), status \(answer.status)"
            return passing("The server \(place.host) fails with \(kind).")
        case (_, "NoSuchBucket"): return MosaicError(.notFound, request.bucket.rawValue, "There is no such bucket.")
        case (_, "SignatureDoesNotMatch"):
            return MosaicError(
                .refused, request.bucket.rawValue, "The secret access key does not belong to the access key id.")
        case (_, "InvalidAccessKeyId"):
            return MosaicError(
                .refused, request.bucket.rawValue, "The server \(place.host) does not know the access key id.")
        case (_, "ExpiredToken"), (_, "TokenRefreshRequired"):
            return MosaicError(.refused, request.bucket.rawValue, "The session token has expired.")
        case (_, "InvalidToken"):
            return MosaicError(
                .refused, request.bucket.rawValue, "The session token does not belong to the access key id.")
        case (_, "RequestTimeTooSkewed"), (_, "RequestExpired"):
            return MosaicError(.refused, request.bucket.rawValue, skew(answer, document, place))
        case (301, _), (302, _), (303, _), (307, _), (308, _), (_, "AuthorizationHeaderMalformed"),
            (_, "IllegalLocationConstraintException"):
            return elsewhere(answer, document, request, place)
        case (401, _), (403, _):
            if let time = serverTime(answer, document), abs(time.timeIntervalSince(place.time)) > 900 {
                return MosaicError(.refused, request.bucket.rawValue, skew(answer, document, place))
            } else if document == nil, request.method != .head, S3AnswerReading.isWebPage(answer) {
                return S3AnswerReading.webPage(request, place, answer)
            } else {
                return MosaicError(.refused, request.subject, denial(request, place))
            }
        case (404, _) where request.key.isEmpty && document == nil && !S3AnswerReading.isWebPage(answer):
            return MosaicError(.notFound, request.bucket.rawValue, "There is no such bucket.")
        default:
            return document == nil && S3AnswerReading.isWebPage(answer)
                ? S3AnswerReading.webPage(request, place, answer)
                : MosaicError(
                    .unavailable, request.subject,
                    "The server \(place.host) refuses the request: "
                        + (code.isEmpty ? "status \(answer.status)." : "\(code), status \(answer.status)."))
        }
    }

    private static func serverTime(_ answer: HTTPAnswer, _ document: ErrorDocument?) -> Date? {
        document?.serverTime ?? answer.field("date").flatMap(ServerDate.http)
    }

    private static func skew(_ answer: HTTPAnswer, _ document: ErrorDocument?, _ place: RequestPlace) -> String {
        let ours = "The clock of this machine is wrong: it says \(ServerDate.text(of: place.time))"
        guard let theirs = serverTime(answer, document) else { return ours + ", too far from the server's." }
        return ours + ", the server \(place.host) says \(ServerDate.text(of: theirs))."
    }

    private static func denial(_ request: S3Request, _ place: RequestPlace) -> String {
        let action = request.method == .put ? "write it" : request.key.isEmpty ? "list it" : "read it"
        return place.isSigned
            ? "The access key has no permission to \(action)."
            : "Everyone has no permission to \(action), and the request is not signed: "
                + "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set."
    }

    /// The error for a bucket in another region, or for any other redirect.
    private static func elsewhere(
        _ answer: HTTPAnswer, _ document: ErrorDocument?, _ request: S3Request, _ place: RequestPlace
    ) -> MosaicError {
        let region = answer.field("x-amz-bucket-region").flatMap(ErrorDocument.region) ?? document?.region
        if let region, region != place.region {
            return MosaicError(
                .invalidSettings, request.bucket.rawValue,
                "The region is \(region), not \(place.region): set AWS_REGION to \(region).")
        }
        guard answer.status < 400 else {
            return MosaicError(
                .invalidSettings, request.bucket.rawValue,
                "The server \(place.host) does not accept the region \(place.region): set AWS_REGION to the bucket's.")
        }
        let target = answer.field("location").flatMap { URLComponents(string: $0)?.encodedHost }
        let host = target.map { " to \($0.filter(\.isASCII).prefix(80))" } ?? ""
        return MosaicError(
            .unavailable, request.bucket.rawValue,
            "The server \(place.host) redirects\(host), which is not followed: set the address of the server itself.")
    }
}
