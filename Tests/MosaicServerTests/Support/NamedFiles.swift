import Foundation
import Mosaic

/// The URLs that a document of an export names, as a player resolves them against the document's own.
struct NamedFiles {
    let urls: [String]

    /// - Parameters:
    ///   - path: The path and the query of the document on the server.
    ///   - count: How many numbered files a manifest of DASH is taken to have.
    init(in text: String, of type: ContentType, at path: String, numbered count: Int = 1) {
        var names: [String] = []
        switch type {
        case .json:
            names = text.matches(of: /"text":\s*"([^"#]+)#xywh=/).map { String($0.1).replacing("\\/", with: "/") }
        case .m3u8:
            names = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
            names += text.matches(of: /URI="([^"]+)"/).map { String($0.1) }
        case .mpd:
            let media = text.matches(of: /media="([^"]+)"/).map { String($0.1).replacing("&amp;", with: "&") }
            names = media.flatMap { url in (0..<count).map { url.replacing("$Number$", with: "\($0)") } }
        default: break
        }
        let base = URL(string: "http://localhost" + path)
        urls = Set(names).sorted().compactMap { name in
            guard let url = URL(string: name, relativeTo: base)?.absoluteURL else { return nil }
            return url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        }
    }
}
