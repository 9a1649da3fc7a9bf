import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem

/// `mosaic batch --unpublish`: removes the files that earlier runs wrote for media servers.
struct ServerWithdrawal {
    /// The files of one film, or of the missing films of one folder, as a line of JSON.
    private struct Line: Encodable {
        let source: String
        let published: [ServerPublication]
    }

    let publisher: MediaServerPublisher
    let json: Bool
    let quiet: Bool

    /// Removes the files of all films, and files beside missing films, and prints each path.
    ///
    /// - Parameter root: The folder of the films.
    /// - Throws: ``ExitStatus/someFailed`` after a failure, which keeps no other film from its removal.
    func run(_ films: [SourceTree.Film], below root: String) async throws {
        var (removed, failed) = (0, 0)
        func note(_ source: String, _ publications: [ServerPublication]) throws {
            removed += publications.flatMap(\.changes).count { $0.action == .removed }
            failed += publications.count { $0.outcome == .failed }
            try print(source, publications)
        }
        for film in films { try note(film.name, await publisher.withdraw(from: film.path)) }
        for folder in Self.folders(below: root) {
            let publications = publisher.withdrawOrphans(in: folder)
            if !publications.isEmpty { try note(folder, publications) }
        }
        if !json, !quiet, removed == 0 { Swift.print("No file of an earlier run is left for these servers.") }
        if failed > 0 { throw ExitStatus.someFailed }
    }

    private func print(_ source: String, _ publications: [ServerPublication]) throws {
        for publication in publications {
            if publication.outcome == .failed {
                StandardError.print("mosaic: \(publication.server): \(source): \(publication.reason ?? "")")
            } else if !json, !quiet {
                ServerPreview.tell(publication, of: source)
            }
        }
        if json { try LineWriter.standardOutput.write(JSONOutput.line(Line(source: source, published: publications))) }
    }

    /// A folder and all folders below it but hidden ones, by their paths.
    private static func folders(below root: String) -> [String] {
        var folders = [root]
        guard let enumerator = FileManager.default.enumerator(atPath: root) else { return folders }
        while let path = enumerator.nextObject() as? String {
            guard FileStatus(ofLinkItself: root + "/" + path)?.isFolder == true else { continue }
            let name = path.split(separator: "/").last ?? ""
            if name.hasPrefix(".") || name.hasSuffix(".trickplay") {
                enumerator.skipDescendants()
            } else {
                folders.append(root + "/" + path)
            }
        }
        return folders
    }
}
