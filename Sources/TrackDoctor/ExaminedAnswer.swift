import Foundation
import HTTPFetching
import PlayerFormats
import WebOrigins

/// A server's answer to a request for a track or a sheet, sent as a player on a page sends it.
struct ExaminedAnswer: Sendable {
    /// The use of the file in a player.
    enum Role: Sendable {
        case track, sheet
        /// The file that holds the frames of a playlist.
        case video
    }

    /// The use of the file in a player.
    let role: Role
    /// The timing line of the first cue that names the sheet; nil for the track itself.
    let line: Int?
    /// The origin of the page that the player is said to be on, as browsers send it: `https://player.example`.
    let pageOrigin: String
    /// Question and answer.
    let exchange: HTTPExchange

    /// The file's name in messages.
    var name: String { exchange.requestedURL.subjectName }
    var headers: HTTPHeaders { exchange.headers }
    /// Whether the page and every server that answered have one origin, so that the browser asks for no permission.
    var isSameOrigin: Bool {
        guard let page = URL(string: pageOrigin).flatMap(Origin.init) else { return false }
        return (exchange.hops.map(\.url) + [exchange.finalURL]).allSatisfy { Origin($0) == page }
    }

    /// Whether the file came; the other rules have nothing to say about an error page.
    var isFound: Bool { exchange.status == 200 }

    /// The media type without parameters, in lower case; nil where the answer has none.
    var mediaType: String? {
        headers["Content-Type"].map {
            ($0.prefix { $0 != ";" }).trimmingCharacters(in: .whitespaces).lowercased()
        }
    }

    /// The kind of the body.
    var content: FileKind { FileKind(sniffing: exchange.body) }
    /// Whether the body is JSON rather than WebVTT.
    var isJSON: Bool { content == .json }
}

extension Sequence<ExaminedAnswer> {
    /// The files of one role that came.
    func found(_ role: ExaminedAnswer.Role) -> [ExaminedAnswer] {
        filter { $0.isFound && $0.role == role }
    }
}
