package import FilmProtocol
import Foundation
package import MosaicSystem
import Synchronization
import TiledJPEG

/// A running `mosaic-frames`, which has opened one film and delivers its frames.
///
/// The program's records are not trusted: every number is checked against the request. Dedicated threads wait for the
/// records. The program serves one caller at a time; cancelling the caller's task kills the program.
package final class FilmProcess: Sendable {
    /// Receives the part of the film's bytes that were read while the film is opened, 0...1, about once a second.
    package typealias OpeningHandler = @Sendable (_ part: Double) -> Void

    /// Timeout for the next record; the program sends a progress record each second.
    package static let silence = Duration.seconds(20)
    /// Maximum time for the program to exit by itself.
    private static let leave = Duration.seconds(1)
    /// Length of the prefix that is examined, in bytes.
    private static let textLength = 512
    /// Each film waits on one of these threads; further films queue for a thread.
    private static let threads = BlockingExecutor(limit: 64, named: "mosaic-films")

    /// The film's name in errors.
    package let name: String
    /// Status of the film's file when it was opened.
    package let status: FileStatus
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
    ///   - root: Real path of a folder; no link may lead out of it. `nil` follows every link.
    ///   - program: The program to start; nil for ``FilmProgram/current``.
    ///   - silence: Timeout for the next record.
    ///   - opening: Receives the progress of opening the film.
    /// - Throws: `notFound` without the film; `noScreenshots` for text and for a picture's name; `unsupported`, also
    ///   for a film without video; `malformed`, `limitExceeded`, `refused`, `unavailable`, `CancellationError`.
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
                // The sum may exceed the size, because some bytes are read twice.
                try records.header { opening?(min(1, Double($0.bytesRead) / Double(max(1, status.bytes)))) }
            }
            return FilmProcess(name: name, status: status, header: header, records: records)
        } catch let error where records.isKilled && attempts > 1 && !(error is CancellationError) {
            // The system may have killed the program for lack of memory, and may have more now.
            return try await opened(path, below: root, program, silence, opening, attempts: attempts - 1)
        }
    }

    /// Rejects a picture by its name, text without a film's name, and content of another kind under any name.
    ///
    /// - Throws: `noScreenshots` for text and for a picture's name; `malformed` for content of another kind, such as an
    ///   archive.
    private static func checkContent(_ file: OwnedDescriptor, name: String) throws {
        let start = try MosaicError.translating { try file.prefix(textLength, name: name) }
        guard FilmName(name) != nil || !FolderEntry.isPicture(name) && !isText(start) else {
            throw MosaicError(.noScreenshots, name, "It is neither a folder of screenshots nor a film.")
        }
        guard let content = ForeignContent(sniffing: start), content.kind != .film else { return }
        throw MosaicError(.malformed, name, "It is not a film. \(content.reason)")
    }

    /// Whether a file begins with text alone; the files of containers do not.
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
    /// - Parameter planes: Memory to reuse for the picture's planes.
    /// - Throws: `malformed` if the program violates the protocol; `unavailable`, `CancellationError`.
    package func next(reusing planes: consuming [UInt8] = []) async throws -> FilmPicture? {
        var memory = consume planes
        return try await Self.run(records) {
            let taken = memory
            memory = []
            return try records.next(taken)
        }
    }

    /// Whether the last request is complete, without an error.
    var isIdle: Bool { records.isIdle }

    /// A sentence on how the program crashed or hung; nil if it did neither. It omits the program's messages, which may
    /// contain paths.
    ///
    /// A frame of the film may be the cause.
    var crash: String? { records.crash }

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

/// The program that reads films. It is a separate process, so that a crash of a decoder ends that process alone.
package struct FilmProgram: Hashable, Sendable {
    /// Finds the program; nil if there is none.
    package typealias Search = @Sendable () -> FilmProgram?

    /// The program's file name.
    package static let name = "mosaic-frames"
    /// The exit status of a program that was built without libav: `EX_UNAVAILABLE` of sysexits.h.
    static let lacksDecoders: Int32 = 69

    private static let search = Mutex<Search?>(nil)

    package let path: String

    package init(path: String) { self.path = path }

    /// Sets the search by which all film readers find the program; a tool calls it once.
    package static func find(by search: @escaping Search) { self.search.withLock { $0 = search } }

    /// The program of this process; `nil` if there is none, or if no tool set a search for it.
    package static var current: FilmProgram? { search.withLock { $0 }?() }
}

extension MosaicError {
    /// The error for a missing program `mosaic-frames`.
    static var noFilmProgram: MosaicError {
        MosaicError(
            .unavailable, FilmProgram.name,
            "Reading films takes this program, built with libav, beside mosaic; the package \(FilmProgram.name) "
                + "has it, and in the sources .ci/films builds it.")
    }
}

extension MosaicError {
    /// Converts a failure to read a film into an error with advice for the user.
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
    /// The text in one line, without control characters, because another program wrote it.
    var oneLine: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
                ? " " : scalar
        }
        return String(String.UnicodeScalarView(scalars)).split(separator: " ").joined(separator: " ")
    }
}
