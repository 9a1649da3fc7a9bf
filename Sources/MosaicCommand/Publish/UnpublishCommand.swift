import ArgumentParser
import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary

/// `mosaic unpublish`: removes the files that `publish` wrote for media servers.
struct UnpublishCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpublish",
        abstract: "Removes the thumbnails that mosaic publish wrote below FOLDER, and nothing else.",
        discussion: """
            Each written folder has a list of its files with their hashes. Listed files that are unchanged are removed; \
            files of other programs stay, and so do the films. Maps of paths and folders of servers are those of \
            mosaic publish. The library stays: a later mosaic publish composes nothing again.

            EXAMPLES
              mosaic unpublish jellyfin /media --dry-run
              mosaic unpublish jellyfin /media
            """)

    @Argument(help: "The media servers: jellyfin, emby and plex, joined by commas.")
    var servers: String

    @Argument(help: "The folders of films.")
    var folders: [String]

    @OptionGroup(title: "Library and server")
    var options: PublishOptions

    @Flag(help: "Remove nothing, but list the files.")
    var dryRun = false

    @Flag(help: "Print a line of JSON for each film and folder.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    func validate() throws { try PublishTargets.check(servers, folders, of: "unpublish") }

    func run() async throws {
        let library = options.libraryPath
        try await ExitStatus.reporting(folders.map { NamedPath($0, .tree) }) {
            var hasFailed = false
            for folder in folders {
                // Removes the files even if the list of folders cannot be read.
                var known = try? PublishOrders(of: library)
                let order = order(of: folder, known?.all ?? [])
                do {
                    var batch = try order.withdrawal(further)
                    batch.output = library
                    try await batch.run()
                } catch let code as ExitCode where code == ExitStatus.someFailed {
                    hasFailed = true
                }
                if !dryRun { try known?.remove(order) }
            }
            if !quiet, !json, !dryRun, LibraryOptions(path: library).hasCatalog {
                print("The library \(TerminalText.harmless(library)) stays; the films are unchanged.")
            }
            if hasFailed { throw ExitStatus.someFailed }
        }
    }

    private var further: [String] {
        [("--dry-run", dryRun), ("--json", json), ("--quiet", quiet)].filter(\.1).map(\.0)
    }

    /// The order of a folder. Folders of servers and maps of paths that are not given come from the run that wrote the
    /// files.
    private func order(of folder: String, _ known: [PublishOrder]) -> PublishOrder {
        let path = PublishOrder.path(of: folder)
        let orders = known.filter { $0.folder == path }
        let written = orders.flatMap { MediaServer.Target.list(parsing: $0.servers) ?? [] }
        let targets = (MediaServer.Target.list(parsing: servers) ?? []).map { target in
            target.folder == nil ? written.first { $0.server == target.server } ?? target : target
        }
        let own = options.pathMap.flatMap { ["--path-map", $0.description] }
        return PublishOrder(
            servers: targets.map(\.argument).joined(separator: ","), folder: folder,
            options: own.isEmpty ? orders.first?.options ?? [] : own)
    }
}
