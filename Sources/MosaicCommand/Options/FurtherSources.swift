import CommandSupport
import Mosaic
import MosaicSystem

/// The sources of a command line that names several. Some of the words may belong to an option instead.
struct FurtherSources {
    /// All sources, as they were typed.
    let paths: [String]
    /// The folder to write, as it was typed; `nil` without one.
    let output: String?

    /// The sentence on words that are not sources; `nil` if all words may be sources.
    ///
    /// - Parameters:
    ///   - exports: The formats of `--export`.
    ///   - widths: The widths of `--width`.
    func fault(exports: [String], widths: [Int]) -> String? {
        MissingPath.splitName(paths) ?? pictures
            ?? list("--export", exports) { Export(named: $0) != nil }
            ?? list("--width", widths.map(String.init)) { Int($0) != nil }
            ?? folderToWrite
    }

    private var absent: [String] { paths.dropFirst().filter { FileStatus(ofLinkItself: $0) == nil } }

    /// The sentence on pictures of one folder, as the shell expands `shots/*.jpg`.
    private var pictures: String? {
        let folders = Set(paths.map { FolderPath.parent(of: $0) })
        guard paths.allSatisfy(FolderEntry.isPicture), folders.count == 1, let folder = folders.first else {
            return nil
        }
        // The working folder has no name to derive the output folder from.
        let target = output ?? (folder.isEmpty ? "thumbnails" : nil)
        let line =
            "mosaic compose \(ShellWord.quoted(folder.isEmpty ? "." : folder))"
            + (target.map { " -o \(ShellWord.quoted($0))" } ?? "")
        return "\(paths.count) pictures of one folder are named; \(line) composes the folder."
    }

    /// The sentence on values of an option that are separated by spaces instead of commas.
    private func list(_ option: String, _ values: [String], isValue: (String) -> Bool) -> String? {
        let more = absent.filter(isValue)
        guard !values.isEmpty, !more.isEmpty else { return nil }
        let all = (values + more).joined(separator: ",")
        return "\(option) takes its values with commas between them: \(option) \(all)"
    }

    /// The sentence on an output folder that is named without `-o`.
    private var folderToWrite: String? {
        guard output == nil, paths.count == 2, let folder = absent.first, FilmName(folder) == nil,
            !folder.contains("://"), FileStatus(path: paths[0]) != nil, MissingPath(folder).suggestion.isEmpty
        else { return nil }
        let name = ShellWord.quoted(folder)
        let line = "mosaic compose \(ShellWord.quoted(paths[0])) -o \(name)"
        return "There is no film or folder \(name); \(line) writes into it."
    }
}
