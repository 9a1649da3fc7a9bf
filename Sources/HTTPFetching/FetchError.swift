package import Foundation

/// An error in fetching a file over HTTP, or in reading one from disk.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The server's fault: a redirect without a target.
        case malformed
        /// The file is longer than allowed, or there were too many redirects.
        case limitExceeded
        /// The settings forbid the address: its scheme or its host.
        case refused
        /// The file is missing, or no name server knows the host.
        case notFound
        /// The connection failed, or the file cannot be read.
        case unavailable
        /// The response did not arrive in time.
        case timedOut
    }

    /// The state of the connection.
    public enum Connection: Hashable, Sendable {
        /// It is not at fault.
        case sound
        /// No name server knows the host.
        case hostUnknown
        /// It was refused or broke off; another attempt may succeed.
        case interrupted
        /// It failed otherwise.
        case failed
    }

    /// The kind of fault.
    public let code: Code
    /// The file or host at fault: never a full path, never a query.
    public let subject: String
    /// One sentence with the numbers in it.
    public let reason: String
    /// The state of the connection.
    public let connection: Connection

    /// Creates an error, for a ``FetchTransport`` to throw.
    public init(_ code: Code, _ subject: String, _ reason: String, connection: Connection = .sound) {
        self.code = code
        self.subject = subject
        self.reason = reason
        self.connection = connection
    }

    /// `subject: reason`.
    public var description: String { "\(subject): \(reason)" }
}

extension URL {
    /// The file in errors: its name, or else the host; no path, no query, no credential.
    package var subjectName: String {
        let name = lastPathComponent
        let chosen = name.isEmpty || name == "/" ? host(percentEncoded: false) ?? "address" : name
        // A hostile name may be long or full of line ends.
        let printable = chosen.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) }
        return String(printable.prefix(80))
    }
}
