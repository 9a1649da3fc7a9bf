import GRDB
import Mosaic
import MosaicLibrary

/// Which part of a list is wanted, within what a list gives at a time.
struct Page {
    let arguments: StatementArguments

    init(limit: Int, offset: Int) {
        arguments = [min(max(limit, 1), CatalogQuery.maximumLimit), max(offset, 0)]
    }
}
