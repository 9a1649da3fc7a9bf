import Mosaic
import MosaicConsole
import MosaicLibrary

/// `mosaic batch --unpublish`: removes the files that earlier runs wrote for media servers.
struct ServerWithdrawal {
    /// The files of one film, as a line of JSON.
    private struct Line: Encodable {
        let source: String
        let published: [ServerPublication]
    }

    let publisher: MediaServerPublisher
    let json: Bool
    let quiet: Bool

    /// Removes the files of all films, and prints each path.
    ///
    /// - Throws: ``ExitStatus/someFailed`` after a failure, which keeps no other film from its removal.
    func run(_ films: [SourceTree.Film]) async throws {
        var (removed, failed) = (0, 0)
        for film in films {
            let publications = await publisher.withdraw(from: film.path)
            removed += publications.flatMap(\.changes).count { $0.action == .removed }
            for publication in publications {
                if publication.outcome == .failed {
                    failed += 1
                    StandardError.print(
                        "mosaic: \(publication.server): \(film.name): \(publication.reason ?? "")")
                } else if !json, !quiet {
                    ServerPreview.tell(publication, of: film.name)
                }
            }
            if json {
                try LineWriter.standardOutput.write(
                    JSONOutput.line(Line(source: film.name, published: publications)))
            }
        }
        if !json, !quiet, removed == 0 { print("No file of an earlier run is left for these servers.") }
        if failed > 0 { throw ExitStatus.someFailed }
    }
}
