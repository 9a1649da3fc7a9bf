import ArgumentParser
import Mosaic

/// A flag for each export that is written only on request, such as `--preview`.
struct RequestedExport: EnumerableFlag, TextOutputStreamable {
    let export: Export

    /// The argument parser prints each flag at each start. Reflecting the export would take longer than composing a tile,
    /// and this protocol is the first that printing looks for.
    func write(to target: inout some TextOutputStream) { target.write(export.name) }

    static let allCases: [RequestedExport] = Export.all.filter { $0.writing != .always }
        .map(RequestedExport.init(export:))

    static func name(for value: RequestedExport) -> NameSpecification { .customLong(value.export.name) }

    static func help(for value: RequestedExport) -> ArgumentHelp? {
        guard case .onRequest(let summary) = value.export.writing else { return nil }
        let names = value.export.files.map(\.name).joined(separator: " and ")
        return "Also write \(names), \(summary)."
    }
}
