import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary
import MosaicSystem

/// Options that select the library of a command.
struct LibraryOptions: OptionTable {
    private var given: String?
    var catalog: String?

    static let options: [DeclaredOption<LibraryOptions>] = [
        .option(
            \.given, "library", value: "dir",
            "The library's folder; by default that of MOSAIC_LIBRARY, or of mosaic publish."),
        .option(
            \.catalog, "catalog", value: "path",
            "The catalog's file, for a folder on a network file system; by default it lies hidden in the folder."),
    ]

    var path: String {
        get { given ?? Self.defaultPath ?? "" }
        set { given = newValue }
    }

    init() {}

    /// Creates options for a command that names the library by its own options.
    init(path: String, catalog: String? = nil) {
        given = path
        self.catalog = catalog
    }

    /// The library that the environment names, otherwise the library of `mosaic publish`; `nil` if neither exists.
    static var defaultPath: String? {
        namedPath != nil || StoryboardLibrary.isEmbedded(at: publishedPath) ? publishedPath : nil
    }

    /// The library of `mosaic publish` without options, which may not exist yet.
    static var publishedPath: String { namedPath ?? StateFolder.path(in: ProcessInfo.processInfo.environment) }

    /// The library that the environment names; `nil` without one.
    private static var namedPath: String? {
        ProcessInfo.processInfo.environment["MOSAIC_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func validate() throws {
        if path.isEmpty { throw ValidationError("Which library? Add --library FOLDER, or set MOSAIC_LIBRARY.") }
    }

    /// Opens an existing library.
    ///
    /// - Parameters:
    ///   - onlyReading: Changes nothing, so that the files may be read-only.
    ///   - buckets: Reads screenshots in buckets; nil without a client.
    /// - Throws: `notFound` or `malformed` if there is no library, with the way to create one; errors of
    ///   `StoryboardLibrary.embedded`.
    func existing(onlyReading: Bool = false, reading buckets: (any BucketClient)? = nil) throws -> StoryboardLibrary {
        try refuseSingleStoryboard(.notFound)
        if isFolder { try checkCatalog() }
        guard isFolder, hasCatalog else {
            let isFile = FileStatus(path: path).map { !$0.isFolder } ?? false
            throw MosaicError(isFile ? .malformed : .notFound, subject, LibraryObstacle.toReading(at: path))
        }
        var library = try embedded(onlyReading: onlyReading)
        library.buckets = buckets
        return library
    }

    /// Opens a library, or creates it if it does not exist.
    ///
    /// - Parameter buckets: Reads screenshots in buckets; nil if there is no client.
    /// - Throws: `refused` if the folder holds a single storyboard; errors of `StoryboardLibrary.embedded`.
    func opened(reading buckets: (any BucketClient)? = nil) throws -> StoryboardLibrary {
        try refuseSingleStoryboard(.refused)
        if let catalog, FileStatus(path: catalog)?.isFolder == true { throw Self.folderForCatalog(catalog) }
        if FileManager.default.fileExists(atPath: path), !isFolder {
            throw MosaicError(.refused, subject, LibraryObstacle.toReading(at: path))
        }
        if isFolder, !hasCatalog, let reason = LibraryObstacle.toMaking(at: path, isBesideFilms: true) {
            throw MosaicError(.refused, subject, reason)
        }
        var library = try embedded()
        library.buckets = buckets
        return library
    }

    /// Opens a library that may have lost its catalog.
    ///
    /// - Throws: `notFound` if there is neither a catalog nor a storyboard; errors of `StoryboardLibrary.embedded`.
    func repairable() throws -> StoryboardLibrary {
        guard isFolder, !hasCatalog, FileStatus.permitsEntry(path),
            let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        else { return try existing() }
        try refuseSingleStoryboard(.notFound)
        guard
            names.contains(where: {
                FileManager.default.fileExists(atPath: "\(path)/\($0)/\(Storyboard.recordName)")
            })
        else {
            throw MosaicError(
                .notFound, subject,
                LibraryObstacle.toMaking(at: path)
                    ?? "There is nothing to repair: the folder holds neither a catalog nor a storyboard. mosaic batch "
                    + "FOLDER -o \(path) makes a library.")
        }
        return try embedded()
    }

    /// Opens the library. An error about the catalog names the catalog's file as the command line does.
    private func embedded(onlyReading: Bool = false) throws -> StoryboardLibrary {
        do {
            return try StoryboardLibrary.embedded(at: path, catalogPath: catalog, onlyReading: onlyReading)
        } catch let error as MosaicError where error.code == .malformed || error.code == .unavailable {
            let folder = path.hasSuffix("/") ? path : path + "/"
            let file = catalog ?? "\(folder)\(StoryboardLibrary.catalogName).sqlite"
            guard error.subject == FolderPath.name(of: file) else { throw error }
            if let denial = CatalogDenial(error, of: file, onlyReading: onlyReading) { throw denial.error }
            let reason =
                if error.code == .malformed, catalog != nil {
                    "It is damaged, or not the catalog of a library; without --catalog, the one in \(path) is read."
                } else {
                    error.reason.replacing("--library DIR", with: ShellWord.quoted(path))
                }
            throw MosaicError(error.code, file, reason)
        }
    }

    var folder: String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// Absolute paths of a storyboard's documents.
    func links(to id: StoryboardID) -> StoryboardDocument.Links {
        StoryboardDocument.Links(storedBelow: "\(folder)/\(id)/")
    }

    /// The library in an error: its name, or the variable that names it.
    private var subject: String { given == nil ? "MOSAIC_LIBRARY=\(path)" : name }

    var name: String { URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent }

    var hasCatalog: Bool {
        catalog.map(FileManager.default.fileExists(atPath:)) ?? StoryboardLibrary.isEmbedded(at: path)
    }

    var isFolder: Bool { FileStatus(path: path)?.isFolder == true }

    /// Refuses a `--catalog` that does not exist or is a folder.
    private func checkCatalog() throws {
        guard let catalog else { return }
        guard let status = FileStatus(path: catalog) else {
            let own = StoryboardLibrary.isEmbedded(at: path) ? " Without --catalog, the one in \(path) is read." : ""
            throw MosaicError(.notFound, FolderPath.name(of: catalog), "There is no such catalog.\(own)")
        }
        if status.isFolder { throw Self.folderForCatalog(catalog) }
    }

    private static func folderForCatalog(_ path: String) -> MosaicError {
        MosaicError(.invalidSettings, FolderPath.name(of: path), "It is a folder; --catalog takes a file.")
    }

    private func refuseSingleStoryboard(_ code: MosaicError.Code) throws {
        guard FileManager.default.fileExists(atPath: path + "/" + Storyboard.recordName) else { return }
        throw MosaicError(
            code, subject,
            code == .refused
                ? "The folder holds one storyboard, not a library of storyboards. Name another folder, which may be new."
                : LibraryObstacle.toReading(at: path))
    }
}

extension StoryboardLibrary {
    /// The job of a storyboard.
    ///
    /// - Parameter list: The sentence on the command that lists the names, for an unknown id; `nil` for `mosaic jobs`.
    /// - Throws: `notFound` if there is no job; errors of the catalog.
    func job(of id: StoryboardID, listedBy list: String? = nil) async throws -> Job {
        if let job = try await catalog.job(of: id) { return job }
        guard try await catalog.entry(of: id) != nil else {
            throw try await StoryboardIDs.unknown(
                id.rawValue, in: self, listedBy: list ?? "mosaic jobs lists its jobs.")
        }
        throw MosaicError(
            .notFound, id.rawValue, "The storyboard has no job, so there is nothing to restart or to cancel.")
    }
}

/// Options for the retention of replaced and removed objects of a library.
struct RetentionOptions: OptionTable {
    var keepOld = RetentionArgument.day

    static let options: [DeclaredOption<RetentionOptions>] = [
        .option(
            \.keepOld, "keep-old",
            """
            Retention of replaced sheets, and of sheets and screenshots of removed storyboards: \
            \(RetentionArgument.form).
            """)
    ]
}
