import Foundation
import Testing
import WebVTT

@testable import TrackDoctor

/// The addresses in a track of such sheets, on lines 3, 6, 9 and so on.
func addresses(_ urls: [String], track: String, page: String = "https://player.example") throws -> [NamedAddress] {
    let cues = urls.enumerated().map { index, url in
        Cue(
            start: Timestamp(milliseconds: Int64(index) * 1000), end: Timestamp(milliseconds: Int64(index + 1) * 1000),
            text: url + "#xywh=0,0,16,9")
    }
    let text = TrackText(CueTrack(cues: cues).serialized(), name: "t.vtt", duration: nil)
    return NamedAddress.list(text.sheets, track: try #require(URL(string: track)), pageOrigin: page)
}

extension DoctorRule where Subject == [NamedAddress] {
    /// The lines on which the rule finds something.
    func lines(_ addresses: [NamedAddress]) -> [Int?] {
        finding(in: addresses)?.occurrences.map(\.line) ?? []
    }
}
