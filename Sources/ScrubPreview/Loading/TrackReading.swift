import Foundation
import PlayerFormats
import WebVTT

/// A track's file as cues, for every dialect.
struct TrackReading: Sendable {
    let format: LoadReport.Format
    /// The cues in file order.
    let track: CueTrack
    let repairs: [Repair]

    /// Tells the dialect by content: local files have no content type, and servers send wrong ones.
    ///
    /// - Throws: `unrecognizedFormat` for a page or a picture, `malformed`.
    init(_ bytes: [UInt8], name: String, reading: ThumbnailTrack.Options.Reading) throws(ScrubPreviewError) {
        let content = FileKind(sniffing: bytes)
        if content == .json {
            format = .storyboardJSON
            repairs = []
            do {
                track = try StoryboardJSON.read(bytes)
            } catch {
                throw ScrubPreviewError(.malformed, name, error.reason)
            }
            return
        }
        format = .webVTT
        do {
            switch reading {
            case .strict:
                track = try CueTrack(parsing: bytes)
                repairs = []
            case .lenient:
                let lenient = try LenientTrack(parsing: bytes)
                track = lenient.track
                repairs = lenient.repairs
            }
        } catch {
            if let found = content.name {
                throw ScrubPreviewError(.unrecognizedFormat, name, "It is \(found), not a WebVTT file.")
            }
            throw ScrubPreviewError(error, of: name)
        }
    }
}
