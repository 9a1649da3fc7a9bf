package import WebVTT

/// The length of the film that a foreign multivariant playlist plays.
package enum HLSFilmLength {
    /// The URIs of the playlists that a multivariant playlist names for the film itself; empty for any other file.
    package static func variants(of playlist: [UInt8]) -> [String] {
        guard HLSLineReader.isPlaylist(playlist) else { return [] }
        var reader = HLSLineReader(playlist)
        var uris: [String] = []
        var isVariant = false
        while let line = reader.next() {
            switch line.content {
            case .tag(let name, _): isVariant = isVariant || name == "EXT-X-STREAM-INF"
            case .uri:
                if isVariant { uris.append(String(decoding: playlist[line.text], as: UTF8.self)) }
                isVariant = false
            case .comment, .blank: break
            }
        }
        return uris
    }

    /// The sum of a media playlist's durations; `nil` for a playlist that may grow, and for any other file.
    package static func length(ofMedia playlist: [UInt8]) -> Timestamp? {
        guard HLSLineReader.isPlaylist(playlist) else { return nil }
        var reader = HLSLineReader(playlist)
        var sum: Int64 = 0
        var isComplete = false
        while let line = reader.next() {
            guard case .tag(let name, let value) = line.content else { continue }
            if name == "EXT-X-ENDLIST" { isComplete = true }
            guard name == "EXTINF" else { continue }
            let duration = DecimalSeconds.microseconds(playlist[value].prefix { $0 != UInt8(ascii: ",") })
            guard let duration, case (let next, false) = sum.addingReportingOverflow(duration), next < .max - 500 else {
                return nil
            }
            sum = next
        }
        return isComplete && sum > 0 ? DecimalSeconds.rounded(microseconds: sum) : nil
    }
}
