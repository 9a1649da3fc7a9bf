package import Foundation

/// An error in fetching a file over HTTP, or in reading one from disk.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The server sent a redirect without a valid target.
        case malformed
        /// The file is longer than the limit, or the server sent too many redirects.
        case limitExceeded
        /// The URL is not `http` or `https`, has no host, or has a host that the settings forbid.
        case refused
        /// The file is missing or cannot be opened, or the host has no address.
        case notFound
        /// The connection failed, or the file cannot be read.
        case unavailable
        /// The response did not arrive in time.
        case timedOut
    }

    /// The state of the connection.
    public enum Connection: Hashable, Sendable {
        /// The connection did not cause the error.
        case sound
        /// The host's name cannot be resolved.
        case hostUnknown
        /// The connection was refused or broke; another attempt may succeed.
        case interrupted
        /// The connection failed for another reason, such as an invalid certificate.
        case failed
    }

    /// The kind of fault.
    public let code: Code
    /// The name of the file or host that caused the error. A fetcher's errors never have a full path or a query here.
    public let subject: String
    /// One sentence that includes the relevant numbers.
    public let reason: String
    /// The state of the connection.
    public let connection: Connection
    /// Minimum pause before another attempt; nil if the server states none.
    package var pause: Duration?

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
    /// The URL's name in errors: the file's name, or the host. Never a path, a query or a credential.
    package var subjectName: String {
        let name = lastPathComponent
        let chosen = name.isEmpty || name == "/" ? host(percentEncoded: false) ?? "address" : name
        // A hostile name may be long or contain line ends.
        let printable = chosen.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) }
        return String(printable.prefix(80))
    }
}
