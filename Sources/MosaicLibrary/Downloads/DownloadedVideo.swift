import Foundation
import Mosaic
import MosaicSystem

/// The video that a downloader has put into its folder, and its metadata.
struct DownloadedVideo {
    private static let infoEnd = ".info.json"

    let file: DownloadFolder.File
    /// The name without extension.
    let stem: String
    /// The extension in lower case, without a dot.
    let fileExtension: String
    let info: DownloadInfo

    /// Finds the longest video, or else the longest recording of sound; nil where there is neither.
    init?(in folder: DownloadFolder) {
        let files = folder.files().filter { !$0.name.hasPrefix(".") && $0.bytes > 0 }
        let named = files.compactMap { file -> (file: DownloadFolder.File, stem: String, ending: String)? in
            guard let dot = file.name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
            return (file, String(file.name[..<dot]), file.name[file.name.utf8.index(after: dot)...].lowercased())
        }
        func longest(of endings: Set<String>) -> (file: DownloadFolder.File, stem: String, ending: String)? {
            named.filter { endings.contains($0.ending) }.max {
                ($0.file.bytes, Self.path($1.file)) < ($1.file.bytes, Self.path($0.file))
            }
        }
        guard let found = longest(of: FilmName.extensions) ?? longest(of: VideoPath.audioExtensions) else { return nil }
        (file, stem, fileExtension) = found
        let infos = files.filter { $0.name.hasSuffix(Self.infoEnd) && $0.bytes <= DownloadInfo.limit }
        let own = infos.first { $0.name == found.stem + Self.infoEnd } ?? (infos.count == 1 ? infos.first : nil)
        info = own.flatMap { Self.info($0, in: folder) } ?? DownloadInfo()
    }

    private static func path(_ file: DownloadFolder.File) -> String {
        (file.folders + [file.name]).joined(separator: "/")
    }

    private static func info(_ file: DownloadFolder.File, in folder: DownloadFolder) -> DownloadInfo? {
        guard let open = try? folder.folder(of: file).flatMap({ try OpenFile(file.name, in: $0, name: file.name) }),
            let bytes = try? open.read(0..<file.bytes)
        else { return nil }
        return DownloadInfo(parsing: bytes)
    }
}
