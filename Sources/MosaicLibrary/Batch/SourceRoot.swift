package import Mosaic
import MosaicSystem
package import WebVTT

/// The root of a batch's sources: a folder, or an address in a bucket.
package enum SourceRoot: Sendable {
    case folder(SourceTree)
    case bucket(BucketTree)

    /// Parses an address in a bucket; any other text is the path of a folder.
    ///
    /// - Parameters:
    ///   - interval: The time between numbered pictures; nil if names contain times.
    ///   - buckets: Client that reads buckets; nil without one.
    /// - Throws: `notFound` if the folder is missing.
    package init(_ text: String, interval: Timestamp? = nil, by buckets: (any BucketClient)?) throws {
        guard let address = BucketAddress(text) else {
            self = .folder(try SourceTree(root: text, interval: interval))
            return
        }
        self = .bucket(BucketTree(root: address, interval: interval, by: buckets ?? DeferredBuckets.unsupported))
    }

    /// Checks that a library does not contain the folder.
    ///
    /// - Throws: `refused`.
    package func refuseLibrary(at path: String) throws {
        if case .folder(let tree) = self { try tree.refuseLibrary(at: path) }
    }

    /// Walks the whole tree without reading screenshots.
    ///
    /// - Parameter library: A folder to skip anywhere in a tree of folders.
    /// - Throws: Errors of listing a bucket's root, `limitExceeded`, `CancellationError`.
    package func walk(passing library: String?) async throws -> SourceTree.Walk {
        switch self {
        case .folder(let tree): tree.walk(passing: library)
        case .bucket(let tree): try await tree.walk()
        }
    }

    /// The error of a batch that found nothing to compose.
    ///
    /// - Parameter walk: The walk that found nothing.
    package func emptiness(of walk: SourceTree.Walk, takesNumbered: Bool) -> MosaicError {
        let numbered = "; --interval 10 takes numbered pictures as one for every 10 s."
        switch self {
        case .folder(let tree):
            let isStoryboard = FileStatus(path: tree.root + "/" + Storyboard.recordName) != nil
            if let passed = walk.passed.first {
                let folder = isStoryboard ? "" : "There is nothing to compose. \(passed.name): "
                return MosaicError(.noScreenshots, name, folder + passed.reason)
            }
            if isStoryboard {
                return MosaicError(
                    .noScreenshots, name,
                    "It is the folder of a storyboard (\(Storyboard.recordName)), which is passed by; name another folder."
                )
            }
            let way = takesNumbered ? "." : tree.holdsNumbered ? numbered : " ch{index}_{seconds}s.jpg."
            return MosaicError(
                .noScreenshots, name, "It holds no films and no folders of screenshots\(way)")
        case .bucket(let tree):
            let way = takesNumbered ? "." : numbered
            return MosaicError(.noScreenshots, "\(tree.root)", "No prefix in it holds screenshots\(way)")
        }
    }

    /// The last part of the root's path, for messages.
    package var name: String {
        switch self {
        case .folder(let tree): tree.name
        case .bucket(let tree): tree.root.name
        }
    }

    /// The absolute path of a folder; nil for a bucket.
    package var path: String? {
        if case .folder(let tree) = self { tree.root } else { nil }
    }

    /// The parts of a source's path below the root; nil if the source is elsewhere.
    func parts(of source: String) -> [String]? {
        let front =
            switch self {
            case .folder(let tree): tree.root
            case .bucket(let tree): tree.root.description
            }
        let slash = front.hasSuffix("/") ? front : front + "/"
        // Compares bytes, because a `Character` may be a slash with a combining mark.
        guard source.utf8.elementsEqual(front.utf8) || source.utf8.starts(with: slash.utf8) else { return nil }
        return source.utf8.dropFirst(front.utf8.count).split(separator: UInt8(ascii: "/")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Whether the screenshots of a source below the root are certainly missing; false if unknown.
    ///
    /// - Parameter found: In a bucket, the addresses with screenshots, as bytes.
    /// - Throws: `CancellationError`.
    func isGone(_ source: ScreenshotSource, besides found: Set<[UInt8]>, in library: StoryboardLibrary) async throws
        -> Bool
    {
        guard case .bucket = self else { return source.isFolderGone }
        if found.contains(Array(source.folder.utf8)) { return false }
        do {
            _ = try await library.reader(of: source, isGrowing: true).list()
            return false
        } catch let error as MosaicError {
            return error.code == .noScreenshots
        }
    }
}

extension ScreenshotSource {
    /// Whether the screenshots of a folder, or a film, are certainly missing; false if unknown.
    fileprivate var isFolderGone: Bool {
        if FileStatus.isAbsent(folder) { return true }
        // Without the list file, the times of the screenshots are unknown.
        if let list, FileStatus.isAbsent(list) { return false }
        guard FileStatus(path: folder)?.isFolder == true else { return false }
        do {
            _ = try listing(isGrowing: true)
            return false
        } catch let error as MosaicError {
            return error.code == .noScreenshots
        } catch {
            return false
        }
    }
}
