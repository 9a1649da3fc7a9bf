import Mosaic
import MosaicLibrary

/// The storyboards of a library, as far as they are asked for; none where there is no library yet.
struct KnownUploads {
    private let library: StoryboardLibrary?

    /// - Throws: What opening a library throws.
    init(library path: String) throws {
        var options = LibraryOptions()
        options.path = path
        options.catalog = nil
        library = options.isFolder && options.hasCatalog ? try options.existing(onlyReading: true) : nil
    }

    /// Whether a storyboard is published.
    func has(_ id: String) async throws -> Bool {
        guard let library, let id = StoryboardID(rawValue: id) else { return false }
        return try await library.catalog.entry(of: id) != nil
    }
}
