import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem

/// A folder whose films have thumbnails for media servers, as a library remembers it.
struct PublishOrder: Hashable, Sendable, Codable {
    /// The media servers, such as `jellyfin,emby,plex=FOLDER`.
    var servers: String
    /// The absolute path of the films' folder.
    let folder: String
    /// The options of `mosaic batch` for the servers.
    var options: [String]

    init(servers: String, folder: String, options: [String]) {
        self.servers = servers
        self.folder = Self.path(of: folder)
        self.options = options
    }

    /// The absolute path of a folder, links resolved.
    static func path(of folder: String) -> String {
        URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
    }

    /// `mosaic batch` with the arguments that compose the films and write their thumbnails.
    ///
    /// - Throws: The parser's error, such as one about options that do not go together.
    func batch(_ library: LibraryOptions, _ further: [String]) throws -> BatchCommand {
        var arguments = [folder, "--output", library.path, "--resume", "--publish", servers, "--wait", "10m"]
        if let catalog = library.catalog { arguments += ["--catalog", catalog] }
        return try Self.parsed(arguments + options + further)
    }

    /// `mosaic batch` with the arguments that remove the thumbnails.
    ///
    /// - Throws: see ``batch(_:_:)``.
    func withdrawal(_ further: [String]) throws -> BatchCommand {
        let maps = zip(options, options.dropFirst()).filter { $0.0 == "--path-map" }.flatMap { [$0.0, $0.1] }
        return try Self.parsed([folder, "--unpublish", servers] + maps + further)
    }

    private static func parsed(_ arguments: [String]) throws -> BatchCommand {
        try OptionNames.declaring(only: arguments) { try BatchCommand.parse(arguments) }
    }
}

/// The orders of a library, in a hidden file of its folder.
struct PublishOrders: Sendable {
    private static let limit = 1 << 20
    static let fileName = ".mosaic-publish.json"

    private let library: String
    private(set) var all: [PublishOrder]

    /// Reads the orders of a library; none if the file is missing.
    ///
    /// - Throws: `malformed` if the file is damaged, `unavailable`.
    init(of library: String) throws {
        self.library = library
        let path = library + "/" + Self.fileName
        guard !FileStatus.isAbsent(path) else {
            all = []
            return
        }
        let bytes = try FileReader.read(path, name: Self.fileName, limit: Self.limit)
        guard let orders = try? JSONDecoder().decode([PublishOrder].self, from: Data(bytes)) else {
            throw MosaicError(
                .malformed, path, "It does not list the folders of mosaic publish; remove it, and publish them again.")
        }
        all = orders
    }

    /// The orders of a folder and of folders below it. If there are none, the orders of folders above it, for this
    /// folder.
    func orders(at folder: String) -> [PublishOrder] {
        let path = PublishOrder.path(of: folder)
        let below = all.filter { RealPath.path(of: $0.folder, below: path) != nil || $0.folder == path }
        guard below.isEmpty else { return below }
        return all.filter { RealPath.path(of: path, below: $0.folder) != nil }.map {
            PublishOrder(servers: $0.servers, folder: path, options: $0.options)
        }
    }

    /// Adds an order in place of an earlier one with the same folder and servers. Does nothing if an equal order covers
    /// the folder.
    ///
    /// - Throws: `unavailable`.
    mutating func add(_ order: PublishOrder) throws {
        let isCovered = all.contains { known in
            known.servers == order.servers && known.options == order.options
                && (known.folder == order.folder || RealPath.path(of: order.folder, below: known.folder) != nil)
        }
        guard !isCovered else { return }
        all.removeAll { $0.folder == order.folder && $0.servers == order.servers }
        all.append(order)
        try write()
    }

    /// Removes the servers of an order from the orders of its folder, and orders without another server.
    ///
    /// - Throws: `unavailable`.
    mutating func remove(_ order: PublishOrder) throws {
        let before = all
        let names = Set((MediaServer.Target.list(parsing: order.servers) ?? []).map(\.server))
        all = all.compactMap { known in
            guard known.folder == order.folder, let targets = MediaServer.Target.list(parsing: known.servers) else {
                return known
            }
            let rest = targets.filter { !names.contains($0.server) }
            guard !rest.isEmpty else { return nil }
            var known = known
            known.servers = rest.map(\.argument).joined(separator: ",")
            return known
        }
        if all != before { try write() }
    }

    private func write() throws {
        try PendingFile(Array(JSONEncoder.sorted(.prettyPrinted).encode(all)), name: Self.fileName, in: library)
            .flushAndCommit()
    }
}

extension MediaServer.Target {
    /// `plex=FOLDER`, as the command line names it.
    var argument: String { server.rawValue + (folder.map { "=" + $0 } ?? "") }
}
