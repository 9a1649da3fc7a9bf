import ArgumentParser
import CommandSupport
import Mosaic
import WebVTT

/// `mosaic cues`: prints the cues that the parser reads.
struct CuesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cues",
        abstract: "Prints the cues of a WebVTT file as a browser would read them.",
        discussion: """
            EXAMPLES
              mosaic cues out/thumbnails.vtt
              mosaic cues out/thumbnails.vtt --json | jq '.cues | length'
            """)

    @Argument(help: "A WebVTT file.")
    var track: String

    @Flag(help: "Print JSON: {\"valid\", \"cues\": [{\"id\", \"start_ms\", \"end_ms\", \"text\"}]}.")
    var json = false

    func run() async throws {
        try await ExitStatus.reporting([NamedPath(track, .track)]) {
            do {
                let cues = try LocalTrack.parsed(track).cues
                if json {
                    return try JSONOutput.print(unversioned: Report(valid: true, cues: cues.map(Report.Line.init)))
                }
                for cue in cues { print("\(cue.start) --> \(cue.end)  \(cue.text)") }
            } catch let error as MosaicError where error.code == .malformed {
                if json { try JSONOutput.print(unversioned: Report(valid: false, cues: [])) }
                throw error
            }
        }
    }

    /// The format of the shared parser cases, which has no version.
    private struct Report: Encodable {
        struct Line: Encodable {
            let id: String
            let start: Timestamp
            let end: Timestamp
            let text: String

            init(_ cue: Cue) {
                id = cue.id
                start = cue.start
                end = cue.end
                text = cue.text
            }

            enum CodingKeys: String, CodingKey {
                case id, text
                case start = "start_ms"
                case end = "end_ms"
            }
        }
        let valid: Bool
        let cues: [Line]
    }
}
