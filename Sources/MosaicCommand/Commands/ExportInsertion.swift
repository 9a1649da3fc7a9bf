import CommandSupport
import Foundation
import Mosaic
import MosaicSystem
import PlayerFormats
import WebVTT

/// Adds exports to a playlist or manifest of the film; everything else in the file stays as it is.
struct ExportInsertion {
    /// Maximum size of a file to read, in bytes.
    private static let limit = 32 << 20

    /// Path of the playlist or manifest.
    let path: String
    /// Path of the folder of the exports.
    let output: String
    /// Whether to leave the file unchanged.
    let isDry: Bool

    /// Checks the file before anything is written.
    ///
    /// - Throws: `invalidSettings` if none of the exports can be added to a file of this kind; `malformed` if the file
    ///   is neither a playlist nor a manifest; errors of reading it.
    func check(_ exports: [Export]) throws {
        let bytes = try LocalFile.read(path, limit: Self.limit)
        guard exports.contains(where: { exportNames.contains($0.name) }) else {
            throw MosaicError(
                .invalidSettings, name,
                "--into adds \(exportNames.joined(separator: " or ")), which --export does not name.")
        }
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        guard isManifest || text.starts(with: "#EXTM3U".utf8) else {
            throw MosaicError(
                .malformed, path,
                "It is not a playlist of HLS, whose first line is #EXTM3U; --into takes one, or a manifest of DASH, .mpd."
            )
        }
    }

    /// - Throws: `malformed`, `unsupported`, `unavailable`; `refused` if the file has no place for the export. The file
    ///   is unchanged then.
    func insert(_ reports: [ExportReport]) throws {
        let before = try LocalFile.read(path, limit: Self.limit)
        let wanted = reports.filter { exportNames.contains($0.name) && $0.reason == nil }
        // The reports already contain the reason why no export was written.
        guard !wanted.isEmpty else { return }
        let after =
            isManifest
            ? try manifest(before, wanted[0].documentBytes) : try playlist(before, wanted.map(\.documentBytes))
        if after != before, !isDry { try LocalFile.write(after, to: path) }
    }

    /// The film's length, from the manifest or from the first complete media playlist that the playlist names; `nil`
    /// without one.
    var filmLength: Timestamp? {
        guard let bytes = try? LocalFile.read(path, limit: Self.limit) else { return nil }
        guard !isManifest else { return (try? DASHManifest(parsing: bytes))?.duration }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return HLSFilmLength.variants(of: bytes).lazy.compactMap { uri -> Timestamp? in
            // Reads only files at paths relative to the playlist, not URLs on a server.
            guard !uri.hasPrefix("/"), !uri.contains("://"),
                let file = uri.prefix(while: { $0 != "?" }).removingPercentEncoding,
                FileStatus(path: "\(folder)/\(file)")?.isRegularFile == true,
                let media = try? LocalFile.read("\(folder)/\(file)", limit: Self.limit)
            else { return nil }
            return HLSFilmLength.length(ofMedia: media)
        }.first
    }

    private var exportNames: [String] { isManifest ? ["dash"] : ["hls", "hls-iframe"] }

    private var isManifest: Bool { path.lowercased().hasSuffix(".mpd") }

    private var name: String { URL(fileURLWithPath: path).lastPathComponent }

    private func playlist(_ before: [UInt8], _ documents: [[UInt8]]) throws -> [UInt8] {
        let prefix = prefix
        return try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            var streams: [HLSThumbnailStream] = []
            for document in documents { streams += try HLSMultivariantPlaylist(parsing: document).streams }
            for index in streams.indices { streams[index].uri = Self.joined(prefix, streams[index].uri) }
            return try HLSMultivariantPlaylist.inserting(streams, into: before)
        }
    }

    private func manifest(_ before: [UInt8], _ document: [UInt8]) throws -> [UInt8] {
        let prefix = prefix.replacing("$", with: "$$")
        return try MosaicError.translatingFormat(name) { () throws(ThumbnailFormatError) in
            guard var thumbnails = try DASHThumbnails.list(parsing: document).first else { return before }
            for index in thumbnails.representations.indices {
                let media = thumbnails.representations[index].media
                thumbnails.representations[index].media = Self.joined(prefix, media)
            }
            return try DASHThumbnails.inserting(thumbnails, into: before)
        }
    }

    /// Relative path from the file's folder to the folder of the exports.
    private var prefix: String {
        RelativeURL.prefix(to: output, from: URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    /// Adds a prefix to a URL, unless the URL has a scheme or begins with a slash.
    private static func joined(_ prefix: String, _ url: String) -> String {
        let scheme = url.prefix { $0 != ":" && $0 != "/" }
        return url.hasPrefix("/") || url.dropFirst(scheme.count).hasPrefix(":") ? url : prefix + url
    }
}
