import Foundation
import Testing
import WebVTT

@testable import HTTPFetching
@testable import TrackDoctor

/// Header fields that no rule objects to.
func healthyHeaders(_ role: ExaminedAnswer.Role) -> [String: String] {
    [
        "Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin", "ETag": "\"1\"",
        "Content-Type": role == .track ? "text/vtt; charset=utf-8" : "image/jpeg",
        "Cache-Control": role == .track ? "no-cache" : "public, max-age=31536000, immutable",
    ]
}

/// A healthy response except for the given fields; an empty value removes a field.
func answer(
    _ role: ExaminedAnswer.Role, status: Int = 200, _ changes: [String: String] = [:], body: String = "WEBVTT\n",
    hops: [HTTPExchange.Hop] = [], pageOrigin: String = "https://player.example"
) throws -> ExaminedAnswer {
    let name = role == .track ? "thumbnails.vtt?key=secret" : "sheet-0.jpg?key=secret"
    let url = try #require(URL(string: "https://cdn.example/\(name)"))
    let headers = healthyHeaders(role).merging(changes) { $1 }.filter { !$0.value.isEmpty }
    let exchange = HTTPExchange(
        requestedURL: url, hops: hops, finalURL: hops.last?.location ?? url, status: status,
        headers: HTTPHeaders(headers), body: Array(body.utf8))
    return ExaminedAnswer(
        role: role, line: role == .track ? nil : 3, pageOrigin: pageOrigin, exchange: exchange)
}

/// A redirect from one address to another that lets scripts through.
func hop(_ from: String, _ to: String, _ headers: [String: String] = ["Access-Control-Allow-Origin": "*"]) throws
    -> HTTPExchange.Hop
{
    HTTPExchange.Hop(
        url: try #require(URL(string: from)), status: 302, headers: HTTPHeaders(headers),
        location: try #require(URL(string: to)))
}

extension DoctorRule where Subject == [ExaminedAnswer] {
    /// The rule's messages on responses.
    func messages(_ answers: ExaminedAnswer...) -> [String] {
        finding(in: answers)?.occurrences.map(\.message) ?? []
    }
}
