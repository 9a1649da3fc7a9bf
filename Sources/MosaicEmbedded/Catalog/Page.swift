import GRDB
import Mosaic
import MosaicLibrary

/// A part of a list, within the limits of a page.
struct Page {
    let arguments: StatementArguments

    init(limit: Int, offset: Int) {
        arguments = [min(max(limit, 1), CatalogQuery.maximumLimit), max(offset, 0)]
    }
}
