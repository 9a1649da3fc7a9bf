/// The URLs of a storyboard's files in documents. All these URLs are made here.
package struct FileURLs: Sendable {
    private let url: @Sendable (String, String?) -> String

    /// Creates URLs that are the same in all documents.
    ///
    /// - Parameter url: Returns the URL of a path below the storyboard's folder; the path is not percent-encoded.
    package init(_ url: @escaping @Sendable (_ path: String) -> String) { self.init { path, _ in url(path) } }

    private init(_ url: @escaping @Sendable (_ path: String, _ folder: String?) -> String) { self.url = url }

    /// URLs relative to the document that contains them.
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
    ///   - folder: The folder of the further width whose document contains the URL; nil for documents in the
    ///     storyboard's folder.
    package func callAsFunction(_ path: String, in folder: String? = nil) -> String { url(path, folder) }

    /// Percent-encodes all bytes of a path, except unreserved characters, slashes and `$`.
    ///
    /// `$` is allowed in paths, and paths of DASH contain `$Number$`. See
    /// [RFC 3986, section 3.3](https://www.rfc-editor.org/rfc/rfc3986#section-3.3).
    package static func encoded(_ path: String) -> String { PercentEncoding.encoded(path, keeping: "/$") }

    /// Whether a URL without its query ends with a file extension, such as a picture's.
    package static func namesPicture(_ url: String) -> Bool { url.contains(/\.\w{2,5}(\?|$)/) }
}

extension FileURLs {
    /// The URLs with queries added.
    ///
    /// - Parameter query: Returns the query of a path, with its question mark.
    package func adding(_ query: @escaping @Sendable (_ path: String) -> String) -> FileURLs {
        FileURLs { path, folder in url(path, folder) + query(path) }
    }

    /// The URLs, except for files with another URL.
    ///
    /// - Parameter other: Returns the other URL of a path; nil keeps the URL.
    package func replacing(_ other: @escaping @Sendable (_ path: String) -> String?) -> FileURLs {
        FileURLs { path, folder in other(path) ?? url(path, folder) }
    }

    /// The URLs for documents of a further width, which have paths relative to the width's folder.
    ///
    /// - Parameter folder: The width's folder; nil keeps the URLs.
    package func `in`(_ folder: String?) -> FileURLs {
        guard let folder else { return self }
        return FileURLs { path, _ in url("\(folder)/\(path)", folder) }
    }
}

extension TrackSettings {
    /// The URL of a sheet without a signature, if it is served from outside the storyboard's folder; otherwise nil.
    ///
    /// - Parameter path: The sheet's path below the storyboard's folder.
    package func foreignURL(ofSheet path: String, _ id: StoryboardID) -> String? {
        sheetURL?.url(of: path, id, signature: nil) ?? baseURL.map { $0 + path }
    }
}

extension SheetURLTemplate {
    /// The URLs of a storyboard's files.
    ///
    /// - Throws: `invalidSettings` if the URLs are signed and there is no secret.
    package func urls(of id: StoryboardID, _ secret: SheetURLSecret?) throws(MosaicError) -> FileURLs {
        guard !isSigned || secret != nil else { throw SheetURLSecret.missing }
        return FileURLs { path in
            url(of: path, id, signature: secret.map { signature(of: path, id, $0) })
        }
    }
}

extension CompositionSettings {
    /// Throws `invalidSettings` if URLs have to be signed and there is no secret.
    func checkSecret() throws(MosaicError) {
        guard track.sheetURL?.isSigned != true || sheetURLSecret != nil else { throw SheetURLSecret.missing }
    }
}

extension Storyboard {
    /// The URLs of the storyboard's files by the recorded settings: by a template, below a base, or relative.
    ///
    /// - Parameter secret: Signs the URLs if the template has a signature.
    /// - Returns: The URLs; nil if the template has a signature and there is no secret.
    package func fileURLs(_ secret: SheetURLSecret?) -> FileURLs? {
        if let template = track.sheetURL, template.isSigned, secret == nil { return nil }
        return publishedURLs(secret)
    }

    /// Whether the recorded settings place the files outside the storyboard's folder.
    package var isElsewhere: Bool { track.sheetURL != nil || track.baseURL != nil }

    /// The URLs by the recorded settings. Without a secret, sheets have their recorded signatures.
    package func publishedURLs(_ secret: SheetURLSecret? = nil) -> FileURLs {
        guard let template = track.sheetURL else { return track.baseURL.map(FileURLs.below) ?? .relative }
        let id = id
        let signatures = Dictionary(sheets.map { ($0.name.rawValue, $0.signature) }) { first, _ in first }
        return FileURLs { path in
            let signature = secret.map { template.signature(of: path, id, $0) } ?? signatures[path] ?? nil
            return template.url(of: path, id, signature: signature)
        }
    }

    /// The storyboard with signatures of its sheets if its template has a signature, otherwise without. The secret is
    /// not kept.
    ///
    /// - Parameter secret: Signs the URLs; nil keeps the signatures of the record.
    /// - Throws: `invalidSettings` if a signature is missing.
    package func signed(_ secret: SheetURLSecret?) throws(MosaicError) -> Storyboard {
        guard let template = track.sheetURL, template.isSigned else {
            return sheets.allSatisfy({ $0.signature == nil }) ? self : replacingSheets { $0.signature = nil }
        }
        guard let secret else {
            guard sheets.allSatisfy({ $0.signature != nil }) else { throw SheetURLSecret.missing }
            return self
        }
        return replacingSheets { $0.signature = template.signature(of: $0.name.rawValue, id, secret) }
    }

    private func replacingSheets(_ change: (inout Sheet) -> Void) -> Storyboard {
        var storyboard = self
        for index in sheets.indices { change(&storyboard.sheets[index]) }
        return storyboard
    }
}
