import Foundation
package import Mosaic
import MosaicSystem

/// Sentences on folders that do not hold screenshots.
extension NamedPath {
    /// The error about a folder that holds films and no screenshots; `nil` for every other path, and if the command
    /// takes such a folder.
    package var filmsRemark: MosaicError? { if case .films = PathContent(at: path) { error } else { nil } }

    var emptiness: String {
        let isBare = (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty ?? true
        return (isBare ? "The folder is empty" : "The folder has only hidden entries")
            + "; mosaic takes films, and folders of pictures ch{index}_{seconds}s.jpg."
    }

    /// The sentence on a folder without pictures but with a subfolder of screenshots or films; `nil` for other folders.
    var sourceBelow: String? {
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { !$0.hasPrefix(".") }
        guard !names.contains(where: FolderEntry.isPicture) else { return nil }
        let batch = "mosaic batch \(ShellWord.quoted(path)) -o library"
        for name in names.sorted().prefix(100) where FileStatus(path: joined(name))?.isFolder == true {
            switch PathContent(at: joined(name)) {
            case .screenshots:
                return "It holds no screenshots, but the folder \(name) in it does: mosaic compose "
                    + "\(ShellWord.quoted(joined(name))), or for every folder in it \(batch)"
            case .films:
                return "It holds no screenshots, but the folder \(name) in it holds films; for a storyboard of each: "
                    + batch
            default: continue
            }
        }
        return nil
    }
}
