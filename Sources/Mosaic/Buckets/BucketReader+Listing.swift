import Foundation

extension BucketReader {
    /// An object beside the screenshots that tells which chapters are expected; no screenshot.
    package static let chaptersName = "chapters.json"

    /// The objects directly below the address, from all pages.
    ///
    /// - Throws: `limitExceeded`, `unavailable`, errors of the client.
    func files(limit: Int) async throws -> ListedFiles {
        var files: [ListedFiles.File] = []
        var skipped: [SkippedFile] = []
        var query = BucketQuery(address, byFolder: true)
        var pages = 0
        while true {
            let page = try await client.list(query)
            for object in page.objects {
                switch entry(object) {
                case .file(let file): files.append(file)
                case .skipped(let file): skipped.append(file)
                case .none: break
                }
            }
            pages += 1
            guard files.count + skipped.count <= limit, pages <= limit else {
                throw MosaicError(.limitExceeded, address.name, "There are more than \(limit) objects.")
            }
            guard let next = page.next else { return ListedFiles(files: files, skipped: skipped, reader: self) }
            guard next != query.token else {
                throw MosaicError(.unavailable, address.name, "The server repeats a page of the listing.")
            }
            query.token = next
        }
    }

    private enum Entry {
        case file(ListedFiles.File)
        case skipped(SkippedFile)
        /// Not beside the screenshots, or hidden.
        case none
    }

    private func entry(_ object: BucketObject) -> Entry {
        let scalars = object.key.unicodeScalars
        guard scalars.starts(with: address.prefix.unicodeScalars) else { return .none }
        let rest = scalars.dropFirst(address.prefix.unicodeScalars.count)
        // Without a name it is the folder itself, as consoles make it.
        guard let first = rest.first, first != ".", !rest.contains("/") else { return .none }
        let name = String(String.UnicodeScalarView(rest))
        guard name != Self.chaptersName else { return .none }
        guard ObjectKey(rawValue: name) != nil else {
            let shown = rest.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
            return .skipped(
                SkippedFile(
                    name: String(String.UnicodeScalarView(shown)),
                    reason: "Its key has a control character or a backslash."))
        }
        // Dates past the range of nanoseconds are those of no real object.
        let modified = (object.modified.timeIntervalSince1970 * 1e9).rounded(.down)
        return .file(
            ListedFiles.File(
                name: name, modified: Int64(exactly: modified) ?? 0,
                status: .object(bytes: max(0, object.bytes), version: object.version)))
    }
}

extension ScreenshotListing {
    /// The same listing, with a remark on screenshots that apps do not find by their names.
    func notingUnlistedNames() -> ScreenshotListing {
        let names = screenshots.map(\.name).filter { !ScreenshotName.isListed($0) }
        guard let first = names.first else { return self }
        let others = names.count == 1 ? "" : names.count == 2 ? " and 1 other" : " and \(names.count - 1) others"
        let remark =
            "\(first)\(others) cannot be named by GET /geo/chapters/{id}/thumbnails, where names end in .jpg."
        return ScreenshotListing(
            screenshots, skipped: skipped, remarks: remarks + [remark], film: film, reader: reader)
    }
}
