import Mosaic
import MosaicConsole
import MosaicLibrary

extension MediaServerOptions {
    /// One source of a dry run, as a line of JSON.
    private struct Line: Encodable {
        let id: StoryboardID
        let source: String?
        /// `compose` for a storyboard that is not there yet.
        var result: String?
        var published: [ServerPublication]?
    }

    private static let composing = "compose"

    /// Prints the storyboards that a batch would compose into a new library.
    func preview(_ plan: BatchPlan, json: Bool) throws {
        for source in plan.sources where source.conflict == nil {
            try Self.print(Line(id: source.id, source: source.place.name, result: Self.composing), json: json)
        }
    }

    /// Prints a line on a storyboard that is not there yet.
    private static func print(_ line: Line, json: Bool) throws {
        if json { return try LineWriter.standardOutput.write(JSONOutput.line(line)) }
        Swift.print(TerminalText.harmless(composing.padded(to: 11) + (line.source ?? line.id.rawValue)))
    }

    /// Prints the storyboards that a batch would compose for the first time, and the files that it would write for films
    /// that have one.
    ///
    /// - Throws: ``ExitStatus/someFailed`` where something could not be written.
    func preview(
        _ next: @Sendable () async -> Batch.Entry?, by publisher: MediaServerPublisher, json: Bool
    ) async throws {
        var hasFailed = false
        while let entry = await next() {
            guard case .item(let item) = entry else { continue }
            guard try await item.library.storyboard(item.request.id) != nil else {
                try Self.print(
                    Line(id: item.request.id, source: item.label.source, result: Self.composing), json: json)
                continue
            }
            guard let film = item.request.source.filmPath else { continue }
            let published = await publisher.publish(item.request.id, of: film, in: item.library.store)
            hasFailed = hasFailed || published.contains { $0.outcome == .failed }
            if json {
                let line = Line(id: item.request.id, source: item.label.source, published: published)
                try LineWriter.standardOutput.write(JSONOutput.line(line))
            } else {
                for line in published.flatMap({ Self.lines($0, of: film) }) { Swift.print(TerminalText.harmless(line)) }
            }
        }
        if hasFailed { throw ExitStatus.someFailed }
    }

    /// What is done with each file, and where, or why nothing is.
    private static func lines(_ publication: ServerPublication, of film: String) -> [String] {
        if let reason = publication.reason { return ["failed     \(publication.server): \(film): \(reason)"] }
        if let remark = publication.remark { return ["keep       \(publication.server): \(film): \(remark)"] }
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
