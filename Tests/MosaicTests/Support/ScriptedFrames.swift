import FilmProtocol
import Foundation
import MosaicFixtures
import WebVTT

@testable import Mosaic

/// A script in place of `mosaic-frames`: it sends a header, and answers each request with the content of a file.
final class ScriptedFrames: Sendable {
    static let header = FilmHeader(
        container: "mp4", codec: "h264", codedWidth: 320, codedHeight: 180, width: 320, height: 180,
        sampleAspect: [1, 1], rotation: 0, transfer: .sdr, duration: 600_000_000, chapters: [], remarks: [])

    let folder = TemporaryFolder()
    /// A file that stands for the film, an hour old.
    let film: String
    let program: FilmProgram

    /// A request's number of frames, and the records that answer it.
    typealias Answer = (frames: Int, records: [FilmRecord])

    /// - Parameter answers: The answer to each request.
    convenience init(_ header: FilmHeader = header, answers: [Answer] = []) throws {
        var script = ""
        for (number, answer) in answers.enumerated() { script += Self.exchange(number, answer) }
        try self.init(header, script + "/bin/cat <&3 >rest\n", answers)
    }

    /// The n-th process that is started takes one request, answers it with the n-th answer, and does what `ending` says
    /// where that has no end. The first `kills` processes are killed before the header.
    convenience init(
        _ header: FilmHeader = header, oneByOne answers: [Answer], ending: String, killedWhileOpening kills: Int = 0
    ) throws {
        var script = "case $(($(/usr/bin/wc -l <started))) in\n"
        for (number, answer) in answers.enumerated() {
            let isWhole = answer.records.contains { if case .end = $0 { true } else { false } }
            script += "\(number + 1))\n" + Self.exchange(number, answer) + (isWhole ? "" : ending + "\n") + ";;\n"
        }
        try self.init(header, script + "esac\n/bin/cat <&3 >rest\n", answers, kills: kills)
    }

    private static func exchange(_ number: Int, _ answer: Answer) -> String {
        let bytes = FilmRequest.headBytes + answer.frames * FilmRequest.frameBytes
        return "/usr/bin/head -c \(bytes) <&3 >request\(number); /bin/cat answer\(number)\n"
    }

    private init(_ header: FilmHeader, _ exchanges: String, _ answers: [Answer], kills: Int = 0) throws {
        film = try folder.write(
            Array("no film".utf8), to: "film.mp4", modified: Date().timeIntervalSince1970 - 3_600)
        try folder.write(FilmRecord.header(json: Array(try JSONEncoder().encode(header))).bytes, to: "header")
        for (number, answer) in answers.enumerated() {
            try folder.write(answer.records.flatMap(\.bytes), to: "answer\(number)")
        }
        let start = "#!/bin/sh\ncd '\(folder.path)'\necho $$ >>started\n"
        let kill = "[ $(/usr/bin/wc -l <started) -gt \(kills) ] || kill -KILL $$\n"
        let script = start + kill + "/bin/cat header\n" + exchanges
        program = FilmProgram(path: try folder.writeProgram(script, to: "frames"))
    }

    func reader(
        _ source: Mosaic.ScreenshotSource? = nil, duration: Timestamp? = nil,
        silence: Duration = FilmProcess.silence
    ) -> FilmReader {
        FilmReader(
            source ?? Mosaic.ScreenshotSource(folder: film), of: film, duration: duration, program: program,
            silence: silence)
    }

    /// Numbers of the processes that were started.
    var started: [Int32] {
        let text = (try? folder.read("started")).map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text.split(separator: "\n").compactMap { Int32($0) }
    }

    /// The frames that a request named; none where there was no such request.
    func frames(ofRequest number: Int) throws -> [FilmRequest.Frame] {
        guard let bytes = try? folder.read("request\(number)"), bytes.count > FilmRequest.headBytes else { return [] }
        return stride(from: FilmRequest.headBytes, to: bytes.count, by: FilmRequest.frameBytes).compactMap {
            FilmRequest.frame(bytes[$0..<$0 + FilmRequest.frameBytes])
        }
    }

    /// The size of the pictures that a request named.
    func size(ofRequest number: Int) throws -> [Int] {
        let head = FilmRequest.head(Array(try folder.read("request\(number)").prefix(FilmRequest.headBytes)))
        return [head?.request.width, head?.request.height].compactMap(\.self)
    }

    /// The same answer of a program that crashes before its last frames and the end.
    static func cutOff(_ answer: Answer, after pictures: Int) -> Answer {
        (answer.frames, Array(answer.records.prefix(pictures)))
    }

    /// Records of gray pictures for times in seconds, with an end.
    static func answer(
        _ size: (Int, Int), _ outcomes: [(seconds: Int64, outcome: FilmPicture.Outcome)], hasFullChroma: Bool = false
    ) -> Answer {
        let bytes = FilmRequest.pictureBytes(width: size.0, height: size.1, hasFullChroma: hasFullChroma)
        let pictures = outcomes.enumerated().map { index, frame in
            FilmRecord.picture(
                FilmPicture(
                    index: index, wanted: frame.seconds * 1_000_000, time: frame.seconds * 1_000_000 + 40_000,
                    outcome: frame.outcome, width: size.0, height: size.1,
                    planes: [UInt8](repeating: UInt8(40 + index), count: frame.outcome.hasPlanes ? bytes : 0)))
        }
        let counts = FilmCounts(pictures: Int64(pictures.count), decoded: 1, bytesRead: 1, decodingTime: 1)
        return (outcomes.count, pictures + [.end(counts)])
    }
}
