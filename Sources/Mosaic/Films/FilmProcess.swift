package import FilmProtocol
import Foundation
package import MosaicSystem
import Synchronization
import TiledJPEG

/// A running `mosaic-frames`, which has opened one film and delivers its frames.
///
/// Its records are not trusted: every number is checked against the request. Threads of their own wait for them. It
/// serves one caller at a time; cancelling the caller's task kills it.
package final class FilmProcess: Sendable {
    /// Receives the part of a film's bytes that were read while it is opened, 0...1: about once a second.
    package typealias OpeningHandler = @Sendable (_ part: Double) -> Void

    /// Timeout for the next record; the program sends a progress record each second.
    package static let silence = Duration.seconds(20)
    /// Maximum time for the program to exit by itself.
    private static let leave = Duration.seconds(1)
    /// Bytes that are examined of a file's content.
    private static let textLength = 512
    /// Each film waits on a thread; films beyond these take turns.
    private static let threads = BlockingExecutor(limit: 64, named: "mosaic-films")

    /// The film's name in errors.
    package let name: String
    /// The film's status when it was opened.
    package let status: FileStatus
    /// The facts about the film.
    package let header: FilmHeader
    private let records: FilmRecordStream

    private init(name: String, status: FileStatus, header: FilmHeader, records: FilmRecordStream) {
        self.name = name
        self.status = status
        self.header = header
        self.records = records
    }

    /// Starts the program on a film and reads the film's header.
    ///
    /// - Parameters:
    ///   - path: The film's path.
    ///   - root: The folder that no link to the film may leave, without links; `nil` follows every link.
    ///   - program: The program; nil for that of this process.
    ///   - silence: How long it may send nothing.
    ///   - opening: Receives the progress of reading the film where its index is missing.
    /// - Throws: `notFound` without the film; `unsupported`, also without a video in it; `malformed`, `limitExceeded`,
    ///   `refused`, `unavailable`, `CancellationError`.
    package static func open(
        film path: String, below root: String? = nil, program: FilmProgram? = nil,
        silence: Duration = FilmProcess.silence, opening: OpeningHandler? = nil
    ) async throws -> FilmProcess {
        try await opened(path, below: root, program, silence, opening, attempts: 2)
    }

    private static func opened(
        _ path: String, below root: String?, _ program: FilmProgram?, _ silence: Duration, _ opening: OpeningHandler?,
        attempts: Int
    ) async throws -> FilmProcess {
        try Task.checkCancellation()
        let name = URL(fileURLWithPath: path).lastPathComponent
        let (records, status) = try await withTaskExecutorPreference(threads) {
            let (file, status) = try MosaicError.translating { try OwnedDescriptor.file(path, below: root, name: name) }
            try checkContent(file, name: name)
            guard let program = program ?? .current else { throw MosaicError.noFilmProgram }
            let child = try start(program, reading: file)
            return (FilmRecordStream(of: child, film: name, silence: silence), status)
        }
        do {
            let header = try await run(records) {
                // Some bytes are read twice.
                try records.header { opening?(min(1, Double($0.bytesRead) / Double(max(1, status.bytes)))) }
            }
            return FilmProcess(name: name, status: status, header: header, records: records)
        } catch let error where records.isKilled && attempts > 1 && !(error is CancellationError) {
            // The system may have more memory by now.
            return try await opened(path, below: root, program, silence, opening, attempts: attempts - 1)
        }
    }

    /// Refuses a picture by its name, text that is not named like a film, and content of another kind under any name.
    ///
    /// - Throws: `noScreenshots`; `malformed` for a picture, page or archive.
    private static func checkContent(_ file: OwnedDescriptor, name: String) throws {
        let start = try MosaicError.translating { try file.prefix(textLength, name: name) }
        guard FilmName(name) != nil || !FolderEntry.isPicture(name) && !isText(start) else {
            throw MosaicError(.noScreenshots, name, "It is neither a folder of screenshots nor a film.")
        }
        guard let content = ForeignContent(sniffing: start), content.kind != .film else { return }
        throw MosaicError(.malformed, name, "It is not a film. \(content.reason)")
    }

    /// Whether a file begins with text alone, which no container does.
    private static func isText(_ start: [UInt8]) -> Bool {
        let spaces = UInt8(ascii: "\t")...UInt8(ascii: "\r")
        return start.allSatisfy { $0 >= UInt8(ascii: " ") || spaces.contains($0) }
    }

    private static func start(_ program: FilmProgram, reading file: OwnedDescriptor) throws -> ChildProcess {
        do {
            return try ChildProcess(running: program.path, input: file)
        } catch let error as FileError {
            throw error.code == .missing ? MosaicError.noFilmProgram : MosaicError(error)
        }
    }

    /// Requests frames; their pictures are read by ``next(reusing:)``.
    ///
    /// - Throws: `unavailable`, `CancellationError`.
    package func begin(_ request: FilmRequest) async throws {
        try await Self.run(records) { try records.begin(request) }
    }

    /// The next picture; nil after the last one of the request.
    ///
    /// - Parameter planes: Memory for its planes.
    /// - Throws: `malformed` where the program breaks its own rules; `unavailable`, `CancellationError`.
    package func next(reusing planes: consuming [UInt8] = []) async throws -> FilmPicture? {
        var memory = consume planes
        return try await Self.run(records) {
            let taken = memory
            memory = []
            return try records.next(taken)
        }
    }

    /// Whether no picture of a request is still to come.
    var isIdle: Bool { records.isIdle }

    /// How the program ended early or hung, without its own words, which may hold paths; nil if it did not.
    ///
    /// A frame of the film may be the reason.
    var crash: String? { records.crash }

    /// The counts of the last request that was read to its end.
    package var counts: FilmCounts? { records.counts }

    /// Ends the program and reaps it.
    package func close() async {
        await withTaskExecutorPreference(Self.threads) { records.close(within: Self.leave) }
    }

    private static func run<Value>(_ records: FilmRecordStream, _ work: () throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        do {
            return try await withTaskCancellationHandler {
                try await withTaskExecutorPreference(threads) { try work() }
            } onCancel: {
                records.kill()
            }
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }
}

/// The program that reads films, which runs beside this one because a decoder that crashes must end nothing else.
package struct FilmProgram: Hashable, Sendable {
    /// Finds the program; nil where there is none.
    package typealias Search = @Sendable () -> FilmProgram?

    /// Its file's name.
    package static let name = "mosaic-frames"
    /// The exit status of a program that was built without libav: `EX_UNAVAILABLE` of sysexits.h.
    static let lacksDecoders: Int32 = 69

    private static let search = Mutex<Search?>(nil)

    /// The program's path.
    package let path: String

    package init(path: String) { self.path = path }

    /// Sets how all readers of films find the program; a tool calls it once.
    package static func find(by search: @escaping Search) { self.search.withLock { $0 = search } }

    /// The program of this process; `nil` if there is none, or if no tool set a search for it.
    package static var current: FilmProgram? { search.withLock { $0 }?() }
}

extension MosaicError {
    /// There is no program that reads films.
    static var noFilmProgram: MosaicError {
        MosaicError(
            .unavailable, FilmProgram.name,
            "Reading films takes this program, built with libav, beside mosaic; the package \(FilmProgram.name) "
                + "has it, and in the sources .ci/films builds it.")
    }
}

extension MosaicError {
    /// Translates the reason why a film cannot be read, and says what to do.
    init(_ failure: FilmFailure, film: String) {
        let (code, advice): (Code, String?) =
            switch failure.code {
            case .unrecognized: (.malformed, nil)
            case .playlist:
                (
                    .unsupported,
                    "Playlists are not followed: join the film first, as ffmpeg -i LIST -c copy film.mkv does."
                )
            case .noVideo: (.unsupported, nil)
            case .unsupportedCodec: (.unsupported, "ffmpeg -i FILM -c:v libx264 film.mkv converts most films.")
            case .tooLarge:
                (.limitExceeded, "ffmpeg -i FILM -vf scale=1920:-2 film.mkv makes them smaller.")
            case .encrypted: (.unsupported, "Mosaic has no keys: take a copy that plays everywhere.")
            case .damaged, .records: (.malformed, nil)
            case .system: (.unavailable, nil)
            }
        let reason = failure.reason.oneLine
        self.init(
            code, film,
            [reason.isEmpty ? "It cannot be read." : reason, advice].compactMap(\.self).joined(separator: " "))
    }
}

extension String {
    /// The text in one line, without control characters: another program wrote it.
    var oneLine: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }
}
