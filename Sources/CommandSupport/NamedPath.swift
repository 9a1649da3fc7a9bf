import Foundation
package import Mosaic
import MosaicSystem

/// A path on the command line and its role in the command, used to explain an error about the path.
package struct NamedPath: Sendable {
    /// The content that the command expects at the path.
    package enum Role: Sendable {
        /// A film or a folder of screenshots.
        case source
        /// A source that the command waits for, so that it may be missing or incomplete.
        case arriving
        case film
        /// A folder of films or of folders of screenshots.
        case tree
        /// A cue track, or the folder that holds it.
        case track
        /// The folder of a storyboard.
        case storyboard
        /// Thumbnails that another program made.
        case thumbnails
        /// The folder to write.
        case output
        /// A list of times, or another file to read.
        case list
    }

    let path: String
    private let role: Role
    /// The reason in an error about a file that may not be read.
    private static let unreadable = "The file cannot be opened: access is denied."

    package init(_ path: String, _ role: Role) { (self.path, self.role) = (path, role) }

    /// The error with a more helpful reason; `nil` if the error concerns another path, or is clear enough.
    package func explaining(_ error: MosaicError) -> MosaicError? {
        guard !path.hasPrefix(BucketAddress.scheme) else { return nil }
        if let error = explainingRecord(error) ?? explainingPart(error) { return error }
        let name = FolderPath.name(of: path)
        guard error.subject == name || error.subject == path || error.subject.hasPrefix(name + ":") else { return nil }
        switch error.code.kind {
        case .noScreenshots, .notFound, .malformed, .unsupported: break
        case .busy where role == .output: break
        case .unavailable where error.reason == Self.unreadable:
            if let reason = PathContent(at: path).obstruction { return MosaicError(error.code, path, reason) }
            let advice = " Its owner can allow it: chmod +r \(ShellWord.quoted(path))"
            return MosaicError(error.code, path, error.reason + advice)
        case .unavailable where role == .output || role == .list || PathContent(at: path) == .lockedFolder: break
        default: return nil
        }
        return explained(error)
    }

    /// The error about the storyboard's record in the folder, with the path of the record.
    private func explainingRecord(_ error: MosaicError) -> MosaicError? {
        guard error.subject == Storyboard.recordName, [.storyboard, .output, .thumbnails].contains(role),
            FileStatus(path: joined(Storyboard.recordName)) != nil
        else { return nil }
        // Without a track, the folder may hold films or screenshots, and another program's file of this name.
        let isForeign = role == .output && FileStatus(path: joined(Storyboard.trackName)) == nil
        let advice =
            isForeign
            ? " It is not the record of a storyboard; write into another folder."
            : " Restore the file from a backup, or remove \(Storyboard.recordName) and \(Storyboard.trackName), and "
                + "compose again."
        return MosaicError(
            error.code, joined(error.subject), error.reason + (error.code == .malformed ? advice : ""))
    }

    /// The error about a file in the folder at this path. Its subject becomes the path of the file, or the folder's
    /// path for a hidden file. `nil` for other errors.
    private func explainingPart(_ error: MosaicError) -> MosaicError? {
        guard role == .output || role == .storyboard else { return nil }
        let isSheet = SheetName(rawValue: error.subject) != nil
        let isDocument = PublishedDocument.all.flatMap(\.files).contains { $0.name == error.subject }
        if isSheet || role == .output && isDocument {
            return MosaicError(error.code, joined(error.subject), error.reason)
        }
        // An error about a hidden file names its folder.
        if error.subject.hasPrefix(".mosaic-"), error.code == .unavailable {
            let reason = error.reason.replacing(/^The file/, with: "A file in it")
            return MosaicError(error.code, path, reason)
        }
        return nil
    }

    /// The error for a path whose content is certainly not the expected one; `nil` for every other path.
    package var error: MosaicError? { explained(MosaicError(.notFound, path, "")) }

    /// The reason why the path is missing, unreachable or a broken link; `nil` for every other path.
    package var absence: String? {
        let content = PathContent(at: path)
        return content == .missing ? MissingPath(path).reason : content.obstruction
    }

    /// The error with the reason for this path; `nil` without a reason. The code is `malformed` for a file, except at
    /// an output path, and `notFound` for a folder in place of a list.
    private func explained(_ error: MosaicError) -> MosaicError? {
        let content = PathContent(at: path)
        guard let reason = reason(content, error) else { return nil }
        let isWrongFile = role != .output && content.isFile
        let isFolderForList = role == .list && content.isFolder
        return MosaicError(isWrongFile ? .malformed : isFolderForList ? .notFound : error.code, path, reason)
    }

    private func reason(_ content: PathContent, _ error: MosaicError) -> String? {
        switch (role, content) {
        case (.output, .missing):
            MissingPath(path).fileAbove.map { "\($0) is a file, so that nothing can be made in it; -o takes a folder." }
        case (.arriving, .brokenLink), (.track, .storyboard): nil
        case (.thumbnails, .missing) where path.contains(/%[0-9]*d/):
            "No file has this name with the number 0 or 1; sheets are numbered from 0 or 1 on."
        case (.arriving, .text) where isBeginningOfFilm: nil
        case (.arriving, .missing): MissingPath(path).isImpossible ? MissingPath(path).reason : nil
        case (.track, .missing) where path.contains(/^[a-z0-9.-]+:[0-9]+\//):
            "There is no such file; an address begins with http:// or https://."
        case (.track, .missing) where path.contains("://"):
            "Tracks at an address are read by mosaic doctor only; download the folder first."
        case (.list, .missing) where path.contains(/^[0-9.:]+(,[0-9.:]+)+$/):
            "There is no such file; a list of times is a file with a time on each line."
        case (_, .missing): MissingPath(path).reason + missingAdvice
        case (.arriving, .unreachable(let reason)): MissingPath(path).isImpossible ? reason : nil
        case (_, .unreachable), (_, .brokenLink): content.obstruction
        case (.output, let content):
            error.code == .busy
                ? "\(error.reason) Wait for its end, or write into another folder."
                : content.isFolder ? nil : "It is a file; -o takes a folder."
        case (.arriving, .emptyFile), (.arriving, .emptyFolder), (.arriving, .lockedFolder), (.arriving, .films): nil
        case (.track, .lockedFolder), (.storyboard, .lockedFolder), (.thumbnails, .lockedFolder),
            (.film, .lockedFolder):
            PathContent.lock(of: path)
        case (.source, let content), (.arriving, let content): sourceReason(content, error)
        case (.film, .screenshots):
            "It is a folder of screenshots; mosaic compose \(ShellWord.quoted(path)) makes a storyboard of them."
        case (.film, .films(_, let first)):
            "It is a folder; name a film in it, such as \(ShellWord.quoted(joined(first)))."
        case (.film, let content): content.isFolder ? "It is a folder; name a film." : sourceReason(content, error)
        case (.tree, let content): treeReason(content)
        case (.track, .film): "It is a film, not a track; name its track, such as out/\(Storyboard.trackName)."
        case (.track, .picture), (.storyboard, .picture): "It is a picture; name the folder of a storyboard."
        case (.track, .library(let name)), (.storyboard, .library(let name)):
            "It is a library; name one of its storyboards, such as \(joined(name ?? "ID"))."
        case (.track, let content):
            content.isFolder
                ? "The folder has no \(Storyboard.trackName); mosaic compose makes a storyboard." : nil
        case (.storyboard, .film), (.thumbnails, .film):
            "It is a film, not a storyboard; mosaic compose \(ShellWord.quoted(path)) makes one."
        case (.storyboard, .track): "It is a track; name the folder that it lies in."
        case (.storyboard, let content):
            content.isFolder && error.code == .notFound
                ? "The folder has no \(Storyboard.recordName), so it is not a storyboard; mosaic compose makes one."
                : nil
        case (.thumbnails, .emptyFolder):
            "The folder is empty; mosaic import takes a document beside its sheets, such as thumbnails.vtt."
        case (.thumbnails, .screenshots(let first)):
            "It holds screenshots (\(first)); mosaic compose \(ShellWord.quoted(path)) makes a storyboard of them."
        case (.thumbnails, .library(let name)):
            "It is a library; name one of its storyboards, such as \(joined(name ?? "ID"))."
        case (.list, _) where FolderPath.name(of: path) == Storyboard.recordName:
            "It is the record of a storyboard; a list has a line time,title or file,time for each picture."
        case (.list, let content): content.isFolder ? "It is a folder; a list is a file." : nil
        case (.thumbnails, .text):
            error.reason.hasPrefix("The file has neither a WEBVTT")
                ? error.reason + " mosaic import takes a document beside its sheets, such as thumbnails.vtt." : nil
        case (.thumbnails, _): nil
        }
    }

    /// Advice on the argument of a missing storyboard or tree, with a leading space; empty for other roles, and if a
    /// similar name exists.
    private var missingAdvice: String {
        guard MissingPath(path).suggestion.isEmpty else { return "" }
        switch role {
        case .storyboard:
            return " A storyboard is named by its folder, such as film.thumbnails, or by its id and --library FOLDER."
        case .tree: return " batch takes a folder of films or of folders of screenshots."
        default: return ""
        }
    }

    /// Whether a file with a film's name is shorter than the part that ``PathContent`` examines. Its beginning may be
    /// text.
    private var isBeginningOfFilm: Bool {
        FilmName(path) != nil && (FileStatus(path: path)?.bytes ?? 0) < PathContent.longestStart
    }

    private func sourceReason(_ content: PathContent, _ error: MosaicError) -> String? {
        switch content {
        case .emptyFile: "The file is empty; fetch or record it again."
        case .audio:
            error.code == .malformed || error.code == .noScreenshots || role == .arriving
                ? "Its name is that of audio, not of a film; name a film." : nil
        case .playlist:
            "It is a playlist, which is not followed; join it first: ffmpeg -i \(ShellWord.quoted(path)) -c copy film.mkv"
        case .track: "It is a WebVTT track; name a film or a folder of screenshots."
        case .text: "It is text; name a film, or a folder of screenshots."
        case .picture: "It is one picture; name a film, or the folder that the pictures are in."
        case .document: "It is a PDF document, neither a film nor a folder of screenshots."
        case .archive(let kind): "It is a \(kind) archive; unpack it first."
        case .emptyFolder: emptiness
        case .lockedFolder: PathContent.lock(of: path)
        case .library: "It is a library of storyboards; name a film or a folder of screenshots."
        case .storyboard: "It is a storyboard already; name the film or the screenshots that it is made of."
        case .films(let count, let first):
            "It holds \(Self.number(count, "film")) (\(first)) and no screenshots; for a storyboard of each: "
                + "mosaic batch \(ShellWord.quoted(path)) -o library"
        case .otherFolder: error.code == .noScreenshots ? sourceBelow : nil
        case .film, .screenshots, .otherFile, .missing, .unreachable, .brokenLink: nil
        }
    }

    private func treeReason(_ content: PathContent) -> String? {
        switch content {
        case .film: "It is a film, and batch takes a folder of films; for one: mosaic compose \(ShellWord.quoted(path))"
        case .emptyFolder: emptiness
        case .lockedFolder: PathContent.lock(of: path)
        case .library:
            "It is a library of storyboards; batch takes the folder of films or of screenshots that it is made of."
        case .archive(let kind): "It is a \(kind) archive; unpack it first."
        case .text where path.hasSuffix(".jsonl") || path.hasSuffix(".json"):
            "It is a file; batch reads a manifest from standard input: mosaic batch - -o library < \(ShellWord.quoted(path))"
        case _ where !content.isFolder: "It is a file; batch takes a folder of films or of folders of screenshots."
        default: nil
        }
    }

    func joined(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    private static func number(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
}

extension PathContent {
    fileprivate var isFile: Bool {
        switch self {
        case .missing, .unreachable, .brokenLink: false
        default: !isFolder
        }
    }

    fileprivate var isFolder: Bool {
        switch self {
        case .emptyFolder, .storyboard, .lockedFolder, .library, .screenshots, .films, .otherFolder: true
        default: false
        }
    }
}
