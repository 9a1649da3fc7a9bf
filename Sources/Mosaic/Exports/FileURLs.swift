/// How documents name the files of a storyboard: the one place where their URLs are made.
package struct FileURLs: Sendable {
    private let url: @Sendable (String, String?) -> String

    /// URLs that are the same in all documents.
    ///
    /// - Parameter url: The URL of a path below the storyboard's folder; the path is not percent-encoded.
    package init(_ url: @escaping @Sendable (_ path: String) -> String) { self.init { path, _ in url(path) } }

    private init(_ url: @escaping @Sendable (_ path: String, _ folder: String?) -> String) { self.url = url }

    /// URLs relative to the document that names them.
    package static let relative = FileURLs { path, folder in
        guard let folder else { return encoded(path) }
        return path.hasPrefix(folder + "/") ? encoded(String(path.dropFirst(folder.count + 1))) : "../" + encoded(path)
    }

    /// URLs that begin with a base, which ends with a slash.
    package static func below(_ base: String) -> FileURLs { FileURLs { base + encoded($0) } }

    /// The URL of a file.
    ///
    /// - Parameters:
    ///   - path: The file's path below the storyboard's folder, not percent-encoded.
    ///   - folder: The folder of a further width that has the document; nil for documents in the storyboard's folder.
    package func callAsFunction(_ path: String, in folder: String? = nil) -> String { url(path, folder) }

    /// A path with all bytes but unreserved ones, slashes and `$` percent-encoded.
    ///
    /// `$` is allowed in paths, and encloses `$Number$` in those of DASH. See
    /// [RFC 3986, section 3.3](https://www.rfc-editor.org/rfc/rfc3986#section-3.3).
    package static func encoded(_ path: String) -> String { PercentEncoding.encoded(path, keeping: "/$") }
}

extension FileURLs {
    /// The same URLs with a query.
    ///
    /// - Parameter query: What follows the URL of a path, with its question mark.
    package func adding(_ query: @escaping @Sendable (_ path: String) -> String) -> FileURLs {
        FileURLs { path, folder in url(path, folder) + query(path) }
    }

    /// The same URLs but for files that have another one.
    ///
    /// - Parameter other: The other URL of a path; nil where it has none.
    package func replacing(_ other: @escaping @Sendable (_ path: String) -> String?) -> FileURLs {
        FileURLs { path, folder in other(path) ?? url(path, folder) }
    }

    /// The URLs for a further width's own documents, which name its files without the folder.
    ///
    /// - Parameter folder: The width's folder; nil for the same URLs.
    package func `in`(_ folder: String?) -> FileURLs {
        guard let folder else { return self }
        return FileURLs { path, _ in url("\(folder)/\(path)", folder) }
    }
}
