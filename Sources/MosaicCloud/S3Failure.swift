import AsyncHTTPClient
import Foundation
import Mosaic
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A request that failed, and whether another try may succeed.
struct S3Failure: Error {
    /// The error that is thrown if the request is not sent again.
    let error: MosaicError
    /// Whether it may pass by itself.
    let isTransient: Bool
    /// Minimum pause that the server asks for.
    let pause: Duration?

    private init(_ error: MosaicError, isTransient: Bool, pause: Duration?) {
        self.error = error
        self.isTransient = isTransient
        self.pause = pause
    }

    /// It may pass by itself.
    static func transient(_ error: MosaicError, after pause: Duration? = nil) -> S3Failure {
        S3Failure(error, isTransient: true, pause: pause)
    }

    /// Another try would fail, too.
    static func final(_ error: MosaicError) -> S3Failure { S3Failure(error, isTransient: false, pause: nil) }
}

// One sentence for each way in which a request fails. None has a key id, a secret, a token or a text of the server other
// than a checked code or region.

extension S3Failure {
    /// Translates the response to a failed request.
    init(_ answer: HTTPAnswer, _ request: S3Request, _ place: RequestPlace) {
        let document = ErrorDocument(answer.body)
        let code = document?.code ?? ""
        let pause = answer.field("retry-after").flatMap { Int64($0) }.map { Duration.seconds(max(0, min($0, 60))) }
        func failed(_ code: MosaicError.Code, _ subject: String, _ reason: String) -> S3Failure {
            .final(MosaicError(code, subject, reason))
        }
        func passing(_ reason: String) -> S3Failure {
            .transient(MosaicError(.unavailable, request.subject, reason), after: pause)
        }
        switch (answer.status, code) {
        case (_, "SlowDown"), (_, "Throttling"), (_, "ThrottlingException"), (429, _):
            self = passing("The server \(place.host) is asked too often, and still refuses after retries.")
        case (_, "RequestTimeout"), (408, _):
            self = passing("The server \(place.host) did not receive the request in time.")
        case (500..., _):
            let kind = code.isEmpty ? "status \(answer.status)" : "\(code), status \(answer.status)"
            self = passing("The server \(place.host) fails with \(kind).")
        case (_, "NoSuchBucket"): self = failed(.notFound, request.bucket.rawValue, "There is no such bucket.")
        case (_, "SignatureDoesNotMatch"):
            self = failed(
                .refused, request.bucket.rawValue, "The secret access key does not belong to the access key id.")
        case (_, "InvalidAccessKeyId"):
            self = failed(
                .refused, request.bucket.rawValue, "The server \(place.host) does not know the access key id.")
        case (_, "ExpiredToken"), (_, "TokenRefreshRequired"):
            self = failed(.refused, request.bucket.rawValue, "The session token has expired.")
        case (_, "InvalidToken"):
            self = failed(.refused, request.bucket.rawValue, "The session token does not belong to the access key id.")
        case (_, "RequestTimeTooSkewed"), (_, "RequestExpired"):
            self = failed(.refused, request.bucket.rawValue, Self.skew(answer, document, place))
        case (301, _), (302, _), (303, _), (307, _), (308, _), (_, "AuthorizationHeaderMalformed"),
            (_, "IllegalLocationConstraintException"):
            self = .final(Self.elsewhere(answer, document, request, place))
        case (401, _), (403, _):
            if let time = Self.serverTime(answer, document), abs(time.timeIntervalSince(place.time)) > 900 {
                self = failed(.refused, request.bucket.rawValue, Self.skew(answer, document, place))
            } else if document == nil, request.method != .head, S3AnswerReading.isWebPage(answer) {
                self = .final(S3AnswerReading.webPage(request, place, answer))
            } else {
                self = failed(.refused, request.subject, Self.denial(request, place))
            }
        case (404, _) where request.key.isEmpty && document == nil && !S3AnswerReading.isWebPage(answer):
            self = failed(.notFound, request.bucket.rawValue, "There is no such bucket.")
        default:
            self =
                document == nil && S3AnswerReading.isWebPage(answer)
                ? .final(S3AnswerReading.webPage(request, place, answer))
                : failed(
                    .unavailable, request.subject,
                    "The server \(place.host) refuses the request: "
                        + (code.isEmpty ? "status \(answer.status)." : "\(code), status \(answer.status)."))
        }
    }

    /// Translates an error of the network.
    init(_ error: any Error, _ request: S3Request, _ place: RequestPlace) {
        func failed(_ reason: String) -> S3Failure { .final(MosaicError(.unavailable, request.subject, reason)) }
        func passing(_ reason: String) -> S3Failure { .transient(MosaicError(.unavailable, request.subject, reason)) }
        switch error {
        case let error as S3Failure: self = error
        case TransportFault.tooLong(let bytes):
            let size = bytes.map { "\($0) bytes, more than" } ?? "more bytes than"
            self = .final(MosaicError(.limitExceeded, request.subject, "It has \(size) \(request.limit)."))
        case TransportFault.tooSlow: self = passing("The server \(place.host) sends too slowly.")
        case TransportFault.wrongLength(let expected, let received):
            self = passing("The server \(place.host) sent \(received) of \(expected) bytes.")
        case let error as HTTPClientError where [.connectTimeout, .getConnectionFromPoolTimeout].contains(error):
            self = passing("The server \(place.host) does not accept connections in time.")
        case let error as HTTPClientError where [.readTimeout, .writeTimeout, .deadlineExceeded].contains(error):
            self = passing("The server \(place.host) does not answer in time.")
        case let error as HTTPClientError where error == .tlsHandshakeTimeout:
            self = passing("The server \(place.host) does not finish the TLS handshake in time.")
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            self = passing("The server \(place.host) closed the connection in the middle of an answer.")
        case let error as HTTPParserError where error == .invalidEOFState:
            self = passing("The server \(place.host) closed the connection in the middle of an answer.")
        case is HTTPParserError: self = passing("The server \(place.host) does not answer as HTTP does.")
        case let error as NIOConnectionError: self = Self.connecting(error, request, place)
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            self = passing("The server \(place.host) refuses connections.")
        case let error as NIOSSLError: self = failed(Self.security(error, place))
        case let error as BoringSSLError:
            self = failed(
                "TLS with \(place.host) fails: \(Self.isCertificate("\(error)") ? "its certificate is not trusted" : "the server does not speak it")."
            )
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            self = failed("TLS with \(place.host) fails: its certificate is for another name.")
        case is ChannelError, is IOError: self = passing("The connection to the server \(place.host) was lost.")
        default: self = passing("The request to the server \(place.host) failed: \(type(of: error)).")
        }
    }

    private static func connecting(_ error: NIOConnectionError, _ request: S3Request, _ place: RequestPlace)
        -> S3Failure
    {
        func passing(_ reason: String) -> S3Failure { .transient(MosaicError(.unavailable, request.subject, reason)) }
        if error.connectionErrors.isEmpty, error.dnsAError != nil || error.dnsAAAAError != nil {
            return passing("The name of the server \(place.host) cannot be resolved.")
        }
        let codes = error.connectionErrors.compactMap { ($0.error as? IOError)?.errnoCode }
        if codes.contains(ECONNREFUSED) { return passing("The server \(place.host) refuses connections.") }
        return passing("The server \(place.host) cannot be reached.")
    }

    private static func security(_ error: NIOSSLError, _ place: RequestPlace) -> String {
        let reason: String =
            switch error {
            case .unableToValidateCertificate: "its certificate is not trusted"
            case .failedToLoadCertificate: "the file of trusted certificates cannot be read"
            case .handshakeFailed(let cause) where isCertificate("\(cause)"): "its certificate is not trusted"
            case .handshakeFailed(let cause) where "\(cause)".contains("WRONG_VERSION_NUMBER"):
                "the server does not speak it"
            default: "the handshake does not succeed"
            }
        return "TLS with \(place.host) fails: \(reason)."
    }

    private static func isCertificate(_ text: String) -> Bool { text.contains("CERTIFICATE_VERIFY_FAILED") }

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

    /// A bucket in another region, or any other redirect.
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
