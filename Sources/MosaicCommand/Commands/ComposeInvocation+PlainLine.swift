import CommandSupport
import Foundation
import Mosaic
import WebVTT

extension ComposeInvocation {
    /// Parses the most common command lines of `compose`.
    ///
    /// The argument parser finds the options of a command by reflection, which takes longer than composing three
    /// screenshots. Its result is the rule: a line with other options or a mistake is `nil` here and left to the
    /// parser.
    ///
    /// - Parameter arguments: Arguments of the process, with the command's name in front.
    init?(plainLine arguments: [String]) {
        // A secret that is none is a mistake, too.
        guard arguments.first == "compose", getenv(SheetURLSecret.variable) == nil else { return nil }
        var words = arguments.dropFirst()
        /// The word after an option; `nil` if it may be an option itself.
        func value() -> String? { words.popFirst().flatMap(Self.plain) }

        var folder: String?
        var output: String?
        var jobs: Int?
        self.init(source: ScreenshotSource(folder: ""), output: "")
        while let word = words.popFirst() {
            switch word {
            case "-q", "--quiet": isQuiet = true
            case "--json": isJSON = true
            case "-o", "--output":
                guard output == nil, let text = value() else { return nil }
                output = text
            case "--interval":
                guard source.interval == nil, let time = value().flatMap(Timestamp.init(argument:)) else { return nil }
                source.interval = time
            case "--duration":
                guard duration == nil, let time = value().flatMap(Timestamp.init(argument:)) else { return nil }
                duration = time
            case "--width":
                guard settings.geometry.width == nil, let widths = value().flatMap(TileWidths.init(argument:)) else {
                    return nil
                }
                settings.geometry.width = widths.own
                settings.furtherWidths = widths.further
            case "-j", "--jobs":
                guard jobs == nil, let number = value().flatMap({ Int($0) }), number > 0 else { return nil }
                jobs = number
            default:
                if let flag = RequestedDocument.allCases.first(where: { "--\($0.document.name)" == word }) {
                    publication.documents.insert(flag.document)
                } else {
                    guard folder == nil, let text = Self.plain(word) else { return nil }
                    folder = text
                }
            }
        }
        guard let folder, !folder.hasPrefix(BucketAddress.scheme) else { return nil }
        source.folder = folder
        guard let output = output ?? source.thumbnailsFolder else { return nil }
        self.output = output
        settings.workers = jobs ?? ProcessInfo.processInfo.activeProcessorCount
    }

    /// The word, unless it may be an option or is empty.
    private static func plain(_ word: String) -> String? { word.isEmpty || word.hasPrefix("-") ? nil : word }
}
