import Mosaic
import MosaicConsole
import MosaicLibrary

extension MediaServerOptions {
    /// One film of a dry run, as a line of JSON.
    private struct Line: Encodable {
        let id: StoryboardID
        let source: String?
        let published: [ServerPublication]
    }

    /// Prints what would be written for the films of a batch.
    ///
    /// - Throws: ``ExitStatus/someFailed`` where something could not be written.
    func preview(_ next: @Sendable () async -> Batch.Entry?, json: Bool) async throws {
        var hasFailed = false
        while let entry = await next() {
            guard case .item(let item) = entry, let film = item.request.source.filmPath, let publisher else { continue }
            let published = await publisher.publish(item.request.id, of: film, in: item.library.store)
            hasFailed = hasFailed || published.contains { $0.outcome == .failed }
            if json {
                let line = Line(id: item.request.id, source: item.label.source, published: published)
                try LineWriter.standardOutput.write(JSONOutput.line(line))
            } else {
                for line in published.flatMap({ Self.lines($0, of: film) }) { print(TerminalText.harmless(line)) }
            }
        }
        if hasFailed { throw ExitStatus.someFailed }
    }

    /// What is done with each file, and where, or why nothing is.
    private static func lines(_ publication: ServerPublication, of film: String) -> [String] {
        if let reason = publication.reason { return ["failed     \(publication.server): \(film): \(reason)"] }
        return publication.changes.map { change in
            let action =
                switch change.action {
                case .written: "write"
                case .unchanged: "unchanged"
                case .removed: "remove"
                case .kept: "keep"
                }
            return action.padded(to: 11) + "\(publication.folder ?? "")/\(change.name)"
        }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(1, count - self.count))
    }
}
        if let remark = publication.remark { return ["keep       \(publication.server): \(film): \(remark)"] }
