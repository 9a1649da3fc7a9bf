import FilmProtocol
import Foundation
import Mosaic
import MosaicFixtures

/// Programs in place of `mosaic-frames` that misbehave: shell scripts.
struct FakeFrames {
    let folder = TemporaryFolder()
    /// A file that stands for the film.
    let film: String

    static let header = FilmHeader(
        container: "mp4", codec: "h264", codedWidth: 320, codedHeight: 180, width: 320, height: 180,
        sampleAspect: [1, 1], rotation: 0, transfer: .sdr, duration: 20_000_000, chapters: [], remarks: [])
    static let request = FilmRequest(
        width: 16, height: 8,
        frames: [0, 5_000_000, 10_000_000].map { FilmRequest.Frame(time: $0, choice: .key) })

    init() throws {
        film = try folder.write(Array("no film".utf8), to: "film.mp4")
    }

    /// A script that has the bytes as files beside it.
    ///
    /// - Parameter files: `header` and others, which the script writes with `send NAME`; `wait` ends with the parent.
    func program(_ script: String, files: [String: [FilmRecord]] = [:]) throws -> FilmProgram {
        var files = files
        files["header"] = try files["header"] ?? [Self.record(Self.header)]
        for (name, records) in files { try folder.write(records.flatMap(\.bytes), to: name) }
        let prelude = """
            #!/bin/sh
            echo $$ >'\(folder.path)/number'
            send() { /bin/cat '\(folder.path)'/"$1"; }
            request() { /usr/bin/head -c \(Self.request.bytes.count) <&3 >/dev/null; }
            wait_for_end() { /bin/cat <&3 >/dev/null; }

            """
        return FilmProgram(path: try folder.writeProgram(prelude + script + "\n", to: "fake"))
    }

    /// Whether the program that was started last is still there, also as one that ended and was not waited for.
    var isRunning: Bool {
        guard let text = try? String(contentsOfFile: folder.path("number"), encoding: .utf8),
            let number = Int32(text.trimmingCharacters(in: .newlines))
        else { return false }
        return kill(number, 0) == 0
    }

    static func record(_ header: FilmHeader) throws -> FilmRecord {
        .header(json: Array(try JSONEncoder().encode(header)))
    }

    static func picture(
        _ index: Int, wanted: Int64? = nil, time: Int64? = nil, outcome: FilmPicture.Outcome = .shown,
        width: Int = request.width, height: Int = request.height
    ) -> FilmRecord {
        let wanted = wanted ?? request.frames[index].time
        return .picture(
            FilmPicture(
                index: index, wanted: wanted, time: time ?? wanted, outcome: outcome, width: width, height: height,
                planes: [UInt8](repeating: 128, count: outcome.hasPlanes ? request.pictureBytes : 0)))
    }

    static func end(_ pictures: Int64 = 3) -> FilmRecord {
        .end(FilmCounts(pictures: pictures, decoded: pictures, bytesRead: 7, decodingTime: 1))
    }

    /// Reads the header and all pictures; the program is always ended.
    func read(_ program: FilmProgram, silence: Duration = .seconds(10)) async throws -> [FilmPicture] {
        let process = try await FilmProcess.open(film: film, program: program, silence: silence)
        var pictures: [FilmPicture] = []
        let result: Result<Void, any Error>
        do {
            try await process.begin(Self.request)
            while let picture = try await process.next() { pictures.append(picture) }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await process.close()
        try result.get()
        return pictures
    }
}
