import ArgumentParser
import Foundation
import Mosaic
import MosaicEmbedded
import MosaicLibrary

/// Which library a command works on.
struct LibraryOptions: ParsableArguments {
    @Option(
        name: .customLong("library"),
        help: ArgumentHelp("The library's folder; by default the one that MOSAIC_LIBRARY names.", valueName: "dir"))
    private var given: String?

    @Option(
        help: ArgumentHelp(
            "The catalog's file, for a folder on a network file system; by default it lies hidden in the folder.",
            valueName: "path"))
    var catalog: String?

    /// The library's folder as it was named.
    var path: String {
        get { given ?? Self.defaultPath ?? "" }
        set { given = newValue }
    }

    /// The library that the environment names; `nil` without one.
    static var defaultPath: String? {
        ProcessInfo.processInfo.environment["MOSAIC_LIBRARY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    func validate() throws {
        if path.isEmpty { throw ValidationError("Which library? Add --library FOLDER, or set MOSAIC_LIBRARY.") }
    }

    /// Opens an existing library.
    ///
    /// - Parameter onlyReading: Opens read-only files, too.
    /// - Throws: `noScreenshots` where none is, saying how one is made; what `StoryboardLibrary.embedded` throws.
    func existing(onlyReading: Bool = false) throws -> StoryboardLibrary {
        guard isFolder else {
            throw MosaicError(
                .notFound, name, "There is no such library: mosaic batch and mosaic submit make one.")
        }
        try refuseSingleStoryboard()
        guard hasCatalog else {
            throw MosaicError(
                .notFound, name,
                "The folder is no library, for it has no catalog: mosaic batch and mosaic submit make one, and mosaic "
                    + "repair makes that of storyboards that are there.")
        }
        return try StoryboardLibrary.embedded(at: path, catalogPath: catalog, onlyReading: onlyReading)
    }

    /// Opens a library, and creates it where there is none.
    ///
    /// - Parameter buckets: Reads screenshots in buckets; nil where there is no client.
    /// - Throws: `refused` where the folder holds a single storyboard; errors of `StoryboardLibrary.embedded`.
    func opened(reading buckets: (any BucketClient)? = nil) throws -> StoryboardLibrary {
        try refuseSingleStoryboard()
        var library = try StoryboardLibrary.embedded(at: path, catalogPath: catalog)
        library.buckets = buckets
        return library
    }

    /// Opens a library that may have lost its catalog.
    ///
    /// - Throws: `notFound` where neither catalog nor storyboard is there; what `StoryboardLibrary.embedded` throws.
    func repairable() throws -> StoryboardLibrary {
        guard isFolder, !hasCatalog else { return try existing() }
        try refuseSingleStoryboard()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard
            names.contains(where: {
                FileManager.default.fileExists(atPath: "\(path)/\($0)/\(Storyboard.recordName)")
            })
        else { return try existing() }
        return try StoryboardLibrary.embedded(at: path, catalogPath: catalog)
    }

    /// The library's folder as an absolute path.
    var folder: String { URL(fileURLWithPath: path).standardizedFileURL.path }

    /// Absolute paths of a storyboard's documents.
    func links(to id: StoryboardID) -> StoryboardDocument.Links {
        StoryboardDocument.Links(storedBelow: "\(folder)/\(id)/")
    }

    /// What errors call the library.
    var name: String { URL(fileURLWithPath: path).standardizedFileURL.lastPathComponent }

    /// Whether the library's catalog is there.
    var hasCatalog: Bool {
        catalog.map(FileManager.default.fileExists(atPath:)) ?? StoryboardLibrary.isEmbedded(at: path)
    }

    /// Whether the library's folder is there.
    var isFolder: Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private func refuseSingleStoryboard() throws {
        guard FileManager.default.fileExists(atPath: path + "/" + Storyboard.recordName) else { return }
        throw MosaicError(
            .refused, name, "The folder holds one storyboard, not a library, which holds each in a folder of its own.")
    }
}

extension StoryboardLibrary {
    /// The job of a storyboard.
    ///
    /// - Throws: `noScreenshots` where there is none; errors of the catalog.
    func job(of id: StoryboardID) async throws -> Job {
        guard let job = try await catalog.job(of: id) else {
            throw MosaicError(.notFound, id.rawValue, "The library has no job of this storyboard.")
        }
        return job
    }
}
