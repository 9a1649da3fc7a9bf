package import MosaicSystem

/// Why a storyboard could not be made, read or published.
public struct MosaicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case invalidSettings, noScreenshots, notFound, damaged, malformed, limitExceeded, unsupported, refused, busy
            case conflict, unavailable
        }
        package let kind: Kind

        /// The caller's fault: a setting that contradicts itself or another one.
        public static let invalidSettings = Code(kind: .invalidSettings)
        /// There is nothing to compose.
        public static let noScreenshots = Code(kind: .noScreenshots)
        /// There is no such library, storyboard, job, folder or file.
        public static let notFound = Code(kind: .notFound)
        /// Screenshots could not be decoded, and the settings do not allow for it.
        public static let damaged = Code(kind: .damaged)
        /// A document contradicts its format.
        public static let malformed = Code(kind: .malformed)
        /// A size, count or depth is beyond a limit.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// Valid, but not supported for this format or storyboard.
        public static let unsupported = Code(kind: .unsupported)
        /// Refused because it would destroy foreign data.
        public static let refused = Code(kind: .refused)
        /// Another process is working in the same place.
        public static let busy = Code(kind: .busy)
        /// Another process has changed the object that was to be changed.
        public static let conflict = Code(kind: .conflict)
        /// The world's fault: a file, disk or network does not answer.
        public static let unavailable = Code(kind: .unavailable)
    }

    /// The kind of fault.
    public let code: Code
    /// File name, key or line at fault; never a full path.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String

    /// Makes an error; `reason` is one sentence with the numbers in it.
    public init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// A put whose condition does not hold.
    package init(conflictOn key: ObjectKey) {
        self.init(.conflict, key.rawValue, "Another process has written it in the meantime.")
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}

extension MosaicError.Code {
    /// Prospects of another attempt.
    package enum Persistence: Sendable {
        /// Another attempt may succeed later.
        case transient
        /// Another attempt may succeed when another process has finished.
        case contended
        /// Another attempt may succeed with further or repaired files.
        case absent
        /// Another attempt fails, too.
        case final
    }

    /// The prospects of another attempt, for all loops; each of them decides how long it waits.
    package var persistence: Persistence {
        switch kind {
        case .unavailable: .transient
        case .busy, .conflict: .contended
        case .noScreenshots, .notFound, .damaged: .absent
        case .invalidSettings, .malformed, .limitExceeded, .unsupported, .refused: .final
        }
    }

    /// Whether a later attempt may succeed without a changed file or request.
    package var canPass: Bool { persistence == .transient || persistence == .contended }
}

extension MosaicError {
    /// Repeats work that fails with ``Code/busy``.
    ///
    /// - Parameters:
    ///   - attempts: The most calls of `work`, 1 or more.
    ///   - pause: Between two calls.
    /// - Throws: The last error of `work`; `CancellationError`.
    package static func retryingWhileBusy<Value>(
        attempts: Int, every pause: Duration, _ work: () async throws -> Value
    ) async throws -> Value {
        var left = attempts
        while true {
            do {
                return try await work()
            } catch let error as MosaicError where error.code == .busy && left > 1 {
                left -= 1
                try await Task.sleep(for: pause)
            }
        }
    }
}

extension MosaicError {
    /// Translates an error of a file.
    package init(_ error: FileError) {
        let code: Code =
            switch error.code {
            case .missing: .notFound
            case .busy: .busy
            case .limitExceeded: .limitExceeded
            case .refused: .refused
            case .unavailable, .timedOut, .closed: .unavailable
            }
        self.init(code, error.subject, error.reason)
    }

    /// Runs work on files; translates their errors.
    package static func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as FileError {
            throw MosaicError(error)
        }
    }
}
