package import Foundation

/// An error in fetching a file over HTTP, or in reading one from disk.
public struct FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: Hashable, Sendable {
        /// The server sent a redirect without a target.
        case malformed
        /// The file is longer than the limit, or the server sent too many redirects.
        case limitExceeded
        /// The settings forbid the address: its scheme or its host.
        case refused
        /// The file is missing, or the host has no address.
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
        /// No name server knows the host.
        case hostUnknown
        /// The connection was refused or broke; another attempt may succeed.
        case interrupted
        /// The connection failed for another reason, such as an invalid certificate.
        case failed
    }

    /// The kind of fault.
    public let code: Code
    /// The name of the file or host that caused the error; never a full path or a query.
    public let subject: String
    /// One sentence that includes the relevant numbers.
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
    /// The URL's name in errors: the file's name, or the host. Never a path, a query or a credential.
    package var subjectName: String {
        let name = lastPathComponent
        let chosen = name.isEmpty || name == "/" ? host(percentEncoded: false) ?? "address" : name
        // A hostile name may be long or contain line ends.
        let printable = chosen.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) }
        return String(printable.prefix(80))
    }
}
