import ArgumentParser
import Mosaic
import MosaicLibrary

/// Which part of a long list is shown.
struct PageOptions: ParsableArguments {
    @Option(help: "Show at most this many, 1 to \(CatalogQuery.maximumLimit).")
    var limit = 100

    @Option(help: "Leave out this many at the front.")
    var offset = 0

    func validate() throws {
        guard (1...CatalogQuery.maximumLimit).contains(limit) else {
            throw ValidationError("--limit takes 1 to \(CatalogQuery.maximumLimit), not '\(limit)'.")
        }
        guard offset >= 0 else { throw ValidationError("--offset takes 0 or more, not '\(offset)'.") }
    }

    /// The remark where a list continues; nil at its end.
    func remark(shown: Int, total: Int, _ things: String) -> String? {
        guard offset + shown < total, shown > 0 else { return nil }
        return "\(shown) of \(total) \(things) are shown; --offset \(offset + shown) goes on."
    }
}
