package import MosaicSystem

/// An error in composing, reading or publishing a storyboard.
public struct MosaicError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public struct Code: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case invalidSettings, noScreenshots, notFound, damaged, malformed, limitExceeded, unsupported, refused, busy
            case conflict, unavailable
        }
        package let kind: Kind

        /// A setting is out of range or contradicts another setting.
        public static let invalidSettings = Code(kind: .invalidSettings)
        /// There are no screenshots, times or tiles to compose.
        public static let noScreenshots = Code(kind: .noScreenshots)
        /// There is no such library, storyboard, job, folder or file.
        public static let notFound = Code(kind: .notFound)
        /// No screenshot can be decoded; in strict mode, at least one cannot.
        public static let damaged = Code(kind: .damaged)
        /// A document violates its format.
        public static let malformed = Code(kind: .malformed)
        /// A size, count or depth is beyond a limit.
        public static let limitExceeded = Code(kind: .limitExceeded)
        /// A valid input or request that is not supported, or not for this format or storyboard.
        public static let unsupported = Code(kind: .unsupported)
        /// The operation was refused: it would replace existing data or leave the permitted folders, or access is
        /// denied.
        public static let refused = Code(kind: .refused)
        /// Another process uses the same folder or storyboard.
        public static let busy = Code(kind: .busy)
        /// Another process changed the same object in the meantime.
        public static let conflict = Code(kind: .conflict)
        /// A file, disk, network or service failed or cannot be reached.
        public static let unavailable = Code(kind: .unavailable)
    }

    /// The kind of fault.
    public let code: Code
    /// The file name, key, setting or line at fault; a full path only if the user named it.
    public let subject: String
    /// One sentence with the numbers involved.
    public let reason: String

    /// Creates an error; `reason` is one sentence with the numbers involved.
    public init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// Creates the error of a conditional write to `key` whose condition failed.
    package init(conflictOn key: ObjectKey) {
        self.init(.conflict, key.rawValue, "Another process has written it in the meantime.")
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}

extension MosaicError.Code {
    /// When another attempt can succeed.
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

    /// When another attempt can succeed. Every retry loop uses this value and chooses its own delay.
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
    ///   - attempts: Maximum number of calls of `work`, 1 or more.
    ///   - pause: Delay between two calls.
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

    /// Runs `work` and converts a `FileError` to a `MosaicError`.
    package static func translating<Value>(_ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch let error as FileError {
            throw MosaicError(error)
        }
    }
}
