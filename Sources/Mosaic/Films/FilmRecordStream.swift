import FilmProtocol
import MosaicSystem
import Synchronization

/// Reads the records of a running `mosaic-frames`, checks their order, and determines why they end early.
///
/// All methods but ``kill()`` block their thread.
final class FilmRecordStream: Sendable {
    private struct State {
        var reader = FilmRecordReader()
        /// The number of pictures of the request that were read.
        var read = 0
        /// Whether the header or the end of the request is still to come.
        var isBusy = true
        /// The error that ended the records; all later calls throw it.
        var error: MosaicError?
        /// How the program crashed or hung, without its messages; nil if it did neither.
        var crash: String?
        /// Whether SIGKILL ended the program, as when the system is out of memory.
        var isKilled = false
    }

    /// Maximum time for the program to exit by itself after its records ended. Its exit status gives the reason.
    private static let leave = Duration.seconds(2)

    private let child: ChildProcess
    /// The film's name in errors.
    private let film: String
    private let silence: Duration
    private let state = Mutex(State())

    init(of child: ChildProcess, film: String, silence: Duration) {
        self.child = child
        self.film = film
        self.silence = silence
    }

    /// Whether the last request is complete, without an error.
    var isIdle: Bool { state.withLock { !$0.isBusy && $0.error == nil } }

    /// A sentence on how the program crashed or hung, possibly because of a frame of the film; nil if it did neither.
    var crash: String? { state.withLock(\.crash) }

    /// Whether SIGKILL ended the program, as when the system is out of memory.
    var isKilled: Bool { state.withLock(\.isKilled) }

    /// Ends the program at once; waiting for a record fails then.
    func kill() { child.kill() }

    /// Ends the program and reaps it; an idle program may exit by itself within `time`. All later calls throw an error.
    func close(within time: Duration) {
        state.withLock { state in
            child.closeControl()
            if state.isBusy { child.kill() }
            state.isBusy = false
            state.error = state.error ?? MosaicError(.unavailable, film, "It was closed.")
            _ = child.end(within: time)
        }
    }

    /// Reads the header, which precedes all pictures.
    ///
    /// - Parameter progress: Receives the progress records before the header.
    func header(progress: (FilmProgress) -> Void = { _ in }) throws -> FilmHeader {
        try reading { state in
            switch try next(&state, progress: progress) {
            case .header(let json):
                state.isBusy = false
                return try FilmHeader(checking: json)
            case .failure(let failure): throw MosaicError(failure, film: film)
            case .progress, .picture, .end: throw FilmFailure(.records, "A record comes before the header.")
            }
        }
    }

    /// Sends a request.
    func begin(_ request: FilmRequest) throws {
        try reading { state in
            guard !state.isBusy else { throw FilmFailure(.records, "A request begins before the end of the last one.") }
            state.isBusy = true
            state.read = 0
            state.reader.request = request
            try child.write(request.bytes, silence: silence)
        }
    }

    /// The next picture; nil after the last one.
    func next(_ planes: consuming [UInt8]) throws -> FilmPicture? {
        var memory = consume planes
        return try reading { state in
            guard state.isBusy, let request = state.reader.request else { return nil }
            let taken = memory
            memory = []
            switch try next(&state, taken) {
            case .picture(let picture):
                try check(picture, state)
                state.read += 1
                return picture
            case .end(let counts):
                guard state.read == request.frames.count, counts.pictures == Int64(state.read) else {
                    throw FilmFailure(.records, "It ends after \(state.read) of \(request.frames.count) pictures.")
                }
                state.isBusy = false
                return nil
            case .failure(let failure): throw MosaicError(failure, film: film)
            case .header, .progress: throw FilmFailure(.records, "A second header comes.")
            }
        }
    }

    private func check(_ picture: FilmPicture, _ state: State) throws(FilmFailure) {
        guard picture.index == state.read else {
            throw FilmFailure(.records, "Picture \(picture.index) comes instead of \(state.read).")
        }
        guard (0...FilmHeader.latest).contains(picture.time) else {
            throw FilmFailure(.records, "A picture of \(picture.time) us is not of this film.")
        }
        guard picture.outcome != .same || picture.index > 0 else {
            throw FilmFailure(.records, "The first picture repeats another.")
        }
    }

    /// The next record that is not a progress record.
    private func next(
        _ state: inout State, _ planes: consuming [UInt8] = [], progress: (FilmProgress) -> Void = { _ in }
    ) throws -> FilmRecord {
        var memory = consume planes
        while true {
            let taken = memory
            memory = []
            let record = try state.reader.next(planes: taken) { count, bytes in
                try child.read(count, into: &bytes, silence: silence)
            }
            guard let record else { throw FileError(.closed, film, "The records end.") }
            guard case .progress(let reported) = record else { return record }
            progress(reported)
        }
    }

    /// Runs `work`. An error ends the program, and all later calls throw it.
    private func reading<Value>(_ work: (inout State) throws -> Value) throws -> Value {
        try state.withLock { state in
            if let error = state.error { throw error }
            do {
                return try work(&state)
            } catch {
                let known = explained(error, &state)
                state.error = known
                state.isBusy = false
                child.closeControl()
                child.kill()
                _ = child.end(within: .zero)
                throw known
            }
        }
    }

    /// The error for the caller; records in `state` how the program crashed or hung.
    private func explained(_ error: any Error, _ state: inout State) -> MosaicError {
        func crash(_ reason: String) -> MosaicError {
            state.crash = reason
            let message = child.lastMessage.map { " Its last words: \($0)" } ?? ""
            return MosaicError(.unavailable, film, reason + message)
        }
        let program = FilmProgram.name
        switch error {
        case let error as MosaicError: return error
        case let error as FileError where error.code == .timedOut:
            return crash("\(program) sent nothing for \(silence.formattedSeconds) and was ended.")
        case let error as FileError where error.code != .closed: return MosaicError(.unavailable, film, error.reason)
        case is FileError:
            let end = child.end(within: Self.leave)
            state.isKilled = end.isKill
            switch end {
            case .exited(FilmProgram.lacksDecoders): return .noFilmProgram
            case .exited(let status): return crash("\(program) ended with status \(status) before its last record.")
            case .signalled(let signal): return crash("\(program) was ended by signal \(signal).")
            }
        default:
            let reason = (error as? FilmFailure)?.reason ?? "\(error)"
            return MosaicError(.malformed, film, "\(program) breaks the rules of its records. \(reason)")
        }
    }
}

extension Duration {
    /// `20 seconds`, or with a fraction.
    fileprivate var formattedSeconds: String {
        let milliseconds = Int64((self / .milliseconds(1)).rounded())
        guard milliseconds % 1_000 == 0 else { return "\(Double(milliseconds) / 1_000) seconds" }
        return milliseconds == 1_000 ? "1 second" : "\(milliseconds / 1_000) seconds"
    }
}
