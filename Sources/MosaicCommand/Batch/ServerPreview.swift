import CommandSupport
import Foundation
import Mosaic
import MosaicLibrary
import MosaicSystem

/// `mosaic batch --dry-run`: lists the storyboards that a batch would compose, and the files that it would write for
/// films.
struct ServerPreview {
    /// One source of a dry run, as a line of JSON.
    private struct Line: Encodable {
        let id: StoryboardID?
        let source: String?
        /// `compose` for a storyboard that is due, `refuse` for one that cannot be composed, nil for one that is up to
        /// date.
        var result: String?
        /// Why the storyboard cannot be composed.
        var error: String?
        var published: [ServerPublication]?
    }

    let batch: Batch
    let json: Bool

    /// Prints the planned work on all storyboards. An expected failure is printed, and does not fail the command.
    func print(_ next: @Sendable () async -> Batch.Entry?) async throws {
        while let entry = await next() {
            switch entry {
            case .refused(let result): try refuse(result.label, result.reason ?? "")
            case .item(let item):
                do {
                    guard let preview = try await batch.preview(of: item) else { continue }
                    try print(preview, of: item)
                } catch let error as MosaicError {
                    try refuse(item.label, "\(error)")
                }
            }
        }
    }

    private func refuse(_ label: BatchResult.Label, _ reason: String) throws {
        if json {
            let line = Line(id: label.id, source: label.source, result: "refuse", error: reason)
            return try LineWriter.standardOutput.write(JSONOutput.line(line))
        }
        // The reason may begin with the source.
        let source = label.source.map { "\($0): " } ?? ""
        Self.tell("refuse", reason.hasPrefix(source) ? reason : source + reason)
    }

    private func print(_ preview: Batch.Preview, of item: BatchItem) throws {
        guard preview.isComposed || !preview.servers.isEmpty else { return }
        let (id, source) = (item.request.id, item.label.source)
        if json {
            let line = Line(
                id: id, source: source, result: preview.isComposed ? "compose" : nil,
                published: preview.servers.isEmpty ? nil : preview.servers)
            return try LineWriter.standardOutput.write(JSONOutput.line(line))
        }
        if preview.isComposed { Self.tell("compose", source ?? id.rawValue) }
        for path in preview.expectedPaths { Self.tell("write", path) }
        for publication in preview.servers { Self.tell(publication, of: source ?? id.rawValue) }
    }

    /// Prints the action and path of each file, or the reason why there is no file.
    static func tell(_ publication: ServerPublication, of source: String) {
        if let reason = publication.reason { return tell("obstacle", "\(publication.server): \(source): \(reason)") }
        if let remark = publication.remark { return tell("keep", "\(publication.server): \(source): \(remark)") }
        for change in publication.changes {
            let action =
                switch change.action {
                case .written: "write"
                case .unchanged: "unchanged"
                case .removed: "remove"
                case .kept: "keep"
                }
            tell(action, "\(publication.folder ?? "")/\(change.name)")
        }
    }

    private static func tell(_ action: String, _ text: String) {
        Swift.print(TerminalText.harmless(action + String(repeating: " ", count: max(1, 11 - action.count)) + text))
    }
}

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

    /// Removes the files of all films and of missing films, and prints each path.
    ///
    /// - Parameters:
    ///   - root: The folder of the films.
    ///   - missing: Missing films, with the paths of files that were written for them.
    /// - Throws: ``ExitStatus/someFailed`` after a failure; the files of the other films are removed nevertheless.
    func run(
        _ films: [SourceTree.Film], below root: String, missing: [(film: String, files: [String])] = []
    ) async throws {
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
        for (film, files) in missing {
            let publications = await publisher.withdrawBundles(listedIn: files)
            if !publications.isEmpty { try note(film, publications) }
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

    /// The paths of a folder and of all folders below it, except hidden and `.trickplay` folders.
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
