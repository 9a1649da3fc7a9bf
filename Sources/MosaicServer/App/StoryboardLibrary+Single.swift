import Mosaic
public import MosaicLibrary

extension StoryboardLibrary {
    /// A folder with one composed storyboard, as a read-only library.
    ///
    /// - Throws: `notFound` where the folder holds no storyboard, `malformed`, `unavailable`.
    public static func single(at path: String) throws -> StoryboardLibrary {
        guard let storyboard = try StoryboardFolder.storyboard(in: path) else {
            throw MosaicError(
                .notFound, Storyboard.recordName, "The folder holds no storyboard: mosaic compose makes one.")
        }
        let store = SingleStoryboardStore(id: storyboard.id, folder: FolderStore(path: path))
        return StoryboardLibrary(store: store, catalog: SingleStoryboardCatalog(store: store))
    }
}
