import CommandSupport
import Foundation
import Mosaic
import MosaicSystem
import TiledJPEG
import WebVTT

/// A cue track in a local file, and the sheets next to it.
struct LocalTrack {
    /// Maximum size of a track or sheet to read, in bytes.
    static let limit = 64 << 20

    let name: String
    let cues: [Cue]
    private let path: String
    private let folder: String
    /// The folder as typed on the command line; empty for the working folder.
    private let typedFolder: String
    private let index: TimeIndex

    /// Reads and indexes a track.
    ///
    /// - Throws: `MosaicError` if there is no such file, if it is not WebVTT, or if no cue names a picture.
    init(path: String) throws {
        let path = Self.file(at: path)
        typedFolder = FolderPath.parent(of: path)
        self.path = path
        name = URL(fileURLWithPath: path).lastPathComponent
        folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let track = try Self.parsed(path)
        cues = track.cues
        index = TimeIndex(track)
        guard cues.isEmpty || cues.contains(where: Self.namesPicture) else {
            throw MosaicError(.malformed, name, "No cue names a picture: these are subtitles, not thumbnails.")
        }
    }

    /// Whether a cue's text has the form of a picture's URL; a line of subtitles does not.
    private static func namesPicture(_ cue: Cue) -> Bool {
        guard let payload = CuePayload(parsing: cue.text) else { return false }
        let address = payload.sheetURL
        return payload.fragment != nil || payload.malformedFragment != nil
            || FileURLs.namesPicture(address) || !address.contains(" ") && address.contains(/[\/?]/)
    }

    /// Reads a whole WebVTT file.
    ///
    /// - Throws: Errors of `LocalFile.read`; `malformed` with file and line if the file is not WebVTT.
    static func parsed(_ path: String) throws -> CueTrack {
        let path = file(at: path)
        let bytes = try LocalFile.read(path, limit: limit)
        do {
            return try CueTrack(parsing: bytes)
        } catch {
            let name = URL(fileURLWithPath: path).lastPathComponent
            throw MosaicError(.malformed, "\(name):\(error.line)", error.reason + advice(on: bytes, at: path))
        }
    }

    /// Advice on a file that is not WebVTT, with a leading space.
    private static func advice(on bytes: [UInt8], at path: String) -> String {
        if bytes.isEmpty { return " mosaic compose writes a track." }
        let isSubRip = String(decoding: bytes.prefix(512), as: UTF8.self).contains(/\d\d:\d\d,\d\d\d -->/)
        if isSubRip { return " It has the form of SubRip subtitles; name the track of thumbnails." }
        return bytes.firstRange(of: "-->".utf8) == nil
            ? " It has no cues; name a track, such as out/\(Storyboard.trackName)."
            : " mosaic doctor \(ShellWord.quoted(path)) names its faults."
    }

    /// The track in a storyboard's folder, or the file itself.
    private static func file(at path: String) -> String {
        let track = (path.hasSuffix("/") ? path : path + "/") + Storyboard.trackName
        return FileStatus(path: track) == nil ? path : track
    }

    /// The latest end of a cue; `nil` without cues.
    var end: Timestamp? { cues.map(\.end).max() }

    /// The cue shown at a time, and its position in the file.
    func cue(at time: Timestamp, policy: LookupPolicy) -> (position: Int, cue: Cue)? {
        index.lookup(time, policy: policy).map { ($0, cues[$0]) }
    }

    /// The remark that a time is past the end of the film, or may be; `nil` for a time that the track covers.
    func remark(on time: Timestamp, in cue: Cue) -> String? {
        if cue.end != .openEnd {
            return time >= cue.end && cue.end == end ? "The track ends at \(cue.end); this is its last tile." : nil
        }
        // The track does not state the film's end. A time is probably past the end if the last tile would be shown
        // longer than the longest other tile.
        let longest = cues.filter { $0.end != .openEnd }.map { $0.end.milliseconds - $0.start.milliseconds }.max()
        guard let longest, time.milliseconds - cue.start.milliseconds > longest else { return nil }
        return "The last tile begins at \(cue.start), and the track does not say where the film ends; mosaic compose "
            + "--duration records that."
    }

    /// Reads the sheet that a payload names.
    ///
    /// The track is not trusted: only files in its folder or below are opened. For an absolute URL, the last path
    /// component is searched there, because `--base-url` writes absolute URLs.
    ///
    /// - Throws: `MosaicError`.
    func sheet(of payload: CuePayload) throws -> (name: String, bytes: [UInt8]) {
        guard let key = Self.key(of: payload) else {
            throw MosaicError(.unsupported, name, "The sheet \(payload.sheetURL) does not lie beside the track.")
        }
        let typed = typedFolder.isEmpty ? key.rawValue : "\(typedFolder)/\(key.rawValue)"
        guard !FileStatus.isAbsent(folder + "/" + key.rawValue) else { throw Self.missing(typed, of: name) }
        return (typed, try LocalFile.read(folder + "/" + key.rawValue, limit: Self.limit))
    }

    /// The error about a sheet that is missing from a storyboard's folder; `nil` if the sheet exists, and for other
    /// tracks, whose sheets may be elsewhere.
    func missingSheet(of payload: CuePayload) -> MosaicError? {
        guard FileStatus(path: "\(folder)/\(Storyboard.recordName)") != nil, let key = Self.key(of: payload),
            !payload.sheetURL.contains("://"), FileStatus.isAbsent("\(folder)/\(key.rawValue)")
        else { return nil }
        return Self.missing(typedFolder.isEmpty ? key.rawValue : "\(typedFolder)/\(key.rawValue)", of: name)
    }

    private static func missing(_ sheet: String, of track: String) -> MosaicError {
        MosaicError(
            .notFound, sheet, "There is no such file, which \(track) names; fetch it, or compose the storyboard again.")
    }

    /// Refuses to overwrite the track or one of its sheets, from which other tiles are cut.
    ///
    /// - Throws: `MosaicError` with `refused`.
    func refuseOverwriting(at output: String) throws {
        let sheets = Set(cues.compactMap { CuePayload(parsing: $0.text).flatMap(Self.key) })
        let own = sheets.map { folder + "/" + $0.rawValue } + [path]
        let target = Self.resolved(output)
        guard !own.contains(where: { Self.resolved($0) == target }) else {
            throw MosaicError(
                .refused, target.lastPathComponent, "The output is the track itself or one of its sheets.")
        }
    }

    private static func key(of payload: CuePayload) -> ObjectKey? {
        let path = payload.sheetURL.split(separator: "?", maxSplits: 1).first.map(String.init) ?? ""
        let isAbsolute = path.contains("://") || path.hasPrefix("/")
        let relative = isAbsolute ? path.split(separator: "/").last.map(String.init) ?? "" : path
        return ObjectKey(rawValue: relative.removingPercentEncoding ?? relative)
    }

    private static func resolved(_ path: String) -> URL {
        URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath()
    }
}
