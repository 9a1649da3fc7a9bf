/// A file or folder could not be read, written, locked or watched.
package struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    package enum Code: Hashable, Sendable {
        /// There is no such folder.
        case missing
        /// Another process has locked the folder.
        case busy
        /// A file is longer than the limit.
        case limitExceeded
        /// A link, or a folder of another user, has the name of an own folder.
        case refused
        /// The system refuses, or a disk does not answer.
        case unavailable
    }

    package let code: Code
    /// Name of the file or folder; never a full path.
    package let subject: String
    /// One sentence.
    package let reason: String

    /// Makes an error; `reason` is one sentence.
    package init(_ code: Code, _ subject: String, _ reason: String) {
        self.code = code
        self.subject = subject
        self.reason = reason
    }

    /// `subject: reason`.
    package var description: String { "\(subject): \(reason)" }
}
