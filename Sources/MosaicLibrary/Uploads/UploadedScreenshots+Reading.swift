package import Mosaic

/// An open screenshot in full size.
package struct OpenScreenshot: Sendable {
    /// Its file's name, which tells its format.
    package let name: String
    /// Its bytes.
    package let object: OpenObject
}

extension UploadedScreenshots {
    /// The screenshots of a storyboard's chapters, in the order of their numbers; none behind a link.
    ///
    /// - Throws: `unavailable`.
    package func names(of id: StoryboardID) async throws -> [ScreenshotName] {
        try await latest(of: id).compactMap { ScreenshotName($0) }.sorted { $0.index < $1.index }
    }

    /// Opens the screenshot of that name, whichever format it is in; nil where there is none, and behind a link.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func open(_ name: ScreenshotName, of id: StoryboardID) async throws -> OpenScreenshot? {
        for format in ChapterFile.Format.allCases {
            if let screenshot = try await open("\(ChapterFile(name, format))", of: id) { return screenshot }
        }
        // Foreign files may be called .jpeg, or have leading zeros in their numbers.
        guard let other = try await latest(of: id).first(where: { ScreenshotName($0) == name }) else { return nil }
        return try await open(other, of: id)
    }

    /// Opens the screenshot of that name that was retired last; nil where there is none, and behind a link.
    ///
    /// - Throws: `unavailable`; also while too many files are open.
    package func openRetired(_ name: ScreenshotName, of id: StoryboardID) async throws -> OpenScreenshot? {
        try await unlessBehindLink {
            for key in try await library.retiredScreenshots(name, of: id) {
                if let object = try await library.store.open(key) {
                    return OpenScreenshot(name: String(key.parts[key.parts.count - 1]), object: object)
                }
            }
            return nil
        }
    }

    private func open(_ file: String, of id: StoryboardID) async throws -> OpenScreenshot? {
        try await unlessBehindLink {
            try await library.store.open(ObjectKey(id).appending("\(Self.name)/\(file)"))
                .map { OpenScreenshot(name: file, object: $0) }
        }
    }

    /// The file of each chapter; of two the one that was written last, as it is composed.
    private func latest(of id: StoryboardID) async throws -> [String] {
        let objects = try await unlessBehindLink {
            try await RetiredScreenshots(of: id, in: library.store).uploadedObjects()
        }
        var latest: [Int: (status: ObjectStatus, file: String)] = [:]
        for (status, file) in objects ?? [] {
            guard let index = ScreenshotName(file)?.index else { continue }
            if let other = latest[index], (status.modified, file) < (other.status.modified, other.file) { continue }
            latest[index] = (status, file)
        }
        return latest.values.map(\.file)
    }

    /// Treats files behind a link as absent, because they may be foreign.
    private func unlessBehindLink<Value>(_ work: () async throws -> Value?) async throws -> Value? {
        do {
            return try await work()
        } catch let error as MosaicError where error.code == .refused {
            return nil
        }
    }
}
