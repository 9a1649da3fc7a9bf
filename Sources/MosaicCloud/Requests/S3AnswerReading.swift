import Mosaic
import PlayerFormats

/// Reads and checks successful responses.
enum S3AnswerReading {
    /// The document of an answer; an error that comes with the status 200 is one that may pass.
    static func document(
        _ answer: HTTPAnswer, _ request: S3Request, _ place: RequestPlace
    ) throws(S3Failure) -> PlayerFormats.XMLElement {
        if let document = ErrorDocument(answer.body) { throw lateError(document, request) }
        if isWebPage(answer) { throw .final(webPage(request, place, answer)) }
        do {
            return try S3Document.root(of: answer.body)
        } catch {
            // Cut or spoiled on its way, as likely as not.
            throw .transient(
                MosaicError(
                    .unavailable, request.subject,
                    "The server \(place.host) answers with no XML of S3, \(error.subject): \(error.reason)"))
        }
    }

    /// Refuses an error or a page where an object's bytes should be.
    static func checkIsObject(_ answer: HTTPAnswer, _ request: S3Request, _ place: RequestPlace) throws(S3Failure) {
        guard answer.status != 416, answer.field("etag") == nil else { return }
        if let document = ErrorDocument(answer.body) { throw lateError(document, request) }
        if isWebPage(answer) { throw .final(webPage(request, place, answer)) }
    }

    /// The bytes of a range, for any part of the object that the server sent.
    static func part(_ range: Range<Int>, of answer: HTTPAnswer, _ key: String) throws(S3Failure) -> [UInt8] {
        switch answer.status {
        case 416: return []
        case 206:
            guard let sent = contentRange(answer.field("content-range")), sent.bytes.lowerBound == range.lowerBound,
                sent.bytes.count == answer.body.count, sent.bytes.upperBound == min(range.upperBound, sent.total)
            else {
                throw .transient(MosaicError(.unavailable, key, "The server sent another range than was asked for."))
            }
            return answer.body
        default: return Array(answer.body[range.clamped(to: 0..<answer.body.count)])
        }
    }

    /// Whether 404 means the object alone: a bucket that is missing is an error. HEAD has no body that tells.
    static func isMissingKey(_ answer: HTTPAnswer, _ request: S3Request) -> Bool {
        guard !request.key.isEmpty, request.method != .put else { return false }
        return request.method == .head || ErrorDocument(answer.body)?.code == "NoSuchKey"
    }

    static func isWebPage(_ answer: HTTPAnswer) -> Bool {
        if answer.field("content-type")?.lowercased().hasPrefix("text/html") == true { return true }
        let start = String(decoding: answer.body.prefix(200), as: UTF8.self).lowercased()
        return start.contains("<html") || start.contains("<!doctype html")
    }

    static func webPage(_ request: S3Request, _ place: RequestPlace, _ answer: HTTPAnswer) -> MosaicError {
        MosaicError(
            .unavailable, request.subject,
            "\(place.host) is not an S3 server: it answers with a web page, status \(answer.status).")
    }

    private static func lateError(_ document: ErrorDocument, _ request: S3Request) -> S3Failure {
        .transient(
            MosaicError(.unavailable, request.subject, "S3 answers 200 with the error \(document.code)."))
    }

    /// `bytes 0-9/100`
    private static func contentRange(_ text: String?) -> (bytes: Range<Int>, total: Int)? {
        guard let text, text.hasPrefix("bytes ") else { return nil }
        let parts = text.dropFirst("bytes ".count).split(separator: "/")
        guard parts.count == 2, let total = Int(parts[1]) else { return nil }
        let ends = parts[0].split(separator: "-")
        guard ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), 0 <= first, first <= last,
            last < total
        else { return nil }
        return (first..<last + 1, total)
    }
}
