import Mosaic
import MosaicLibrary

/// The libraries that a batch writes to: its own, and those in lines of a manifest.
final class OpenLibraries {
    /// The most that are kept open besides the batch's own.
    private static let limit = 8

    private let own: StoryboardLibrary?
    private var others: [(path: String, library: StoryboardLibrary)] = []

    init(own: StoryboardLibrary?) { self.own = own }

    /// The library in a folder; nil is the batch's own.
    ///
    /// - Throws: `malformed` where the line should have named one, what opening throws.
    func library(at path: String?, line: Int) throws -> StoryboardLibrary {
        guard let path else {
            guard let own else {
                throw MosaicError(
                    .malformed, "line \(line)", "It names no library: give \"output\" here, or --output for all.")
            }
            return own
        }
        if let open = others.first(where: { $0.path == path }) { return open.library }
        var options = LibraryOptions()
        options.data = path
        options.catalog = nil
        let library = try options.opened()
        if others.count == Self.limit { others.removeFirst() }
        others.append((path, library))
        return library
    }
}
