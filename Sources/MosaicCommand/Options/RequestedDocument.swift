import ArgumentParser
import Mosaic

/// A flag for each document that is written only on request, such as `--preview`.
struct RequestedDocument: EnumerableFlag, TextOutputStreamable {
    let document: PublishedDocument

    /// The argument parser prints each flag at each start. Reflecting the document would take longer than composing a tile,
    /// and this protocol is the first that printing looks for.
    func write(to target: inout some TextOutputStream) { target.write(document.name) }

    static let allCases: [RequestedDocument] = PublishedDocument.all.filter { $0.writing != .always }
        .map(RequestedDocument.init(document:))

    static func name(for value: RequestedDocument) -> NameSpecification { .customLong(value.document.name) }

    static func help(for value: RequestedDocument) -> ArgumentHelp? {
        guard case .onRequest(let summary) = value.document.writing else { return nil }
        let names = value.document.files.map(\.name).joined(separator: " and ")
        return "Also write \(names), \(summary)."
    }
}
