import ArgumentParser
import CommandSupport
import Mosaic
import WebVTT

/// Options for a source and the times of its screenshots or frames.
struct SourceOptions: OptionTable {
    var folder = ""
    var interval: Timestamp?
    var start: FilmPosition?
    var times: String?

    static let options: [DeclaredOption<SourceOptions>] = [
        .argument(
            \.folder, value: "source",
            "A film; or a folder of screenshots, ch{index}_{seconds}s.jpg, .jpeg or .png; or s3://bucket/prefix/."),
        .option(
            \.interval, "interval",
            """
            Take numbered files in natural order, or frames of the film, this far apart: seconds (0.5) or hh:mm:ss.mmm.
            """),
        .option(
            \.start, "start",
            "Time of the first frame, also in per cent of the film (5%); of files, that of the first with --interval."),
        .option(
            \.times, "times",
            """
            Take the files that a list names: lines file,time[,title] or JSON lines with these keys; of a film the \
            frames of lines time[,title].
            """),
    ]

    func validate() throws {
        if interval != nil, times != nil {
            throw ValidationError("--interval and --times are two ways to give times; use one.")
        }
        guard !folder.isEmpty else {
            throw ValidationError("The path is empty, as a variable of the shell without a value is.")
        }
        try Self.checkAddress(folder)
    }

    /// Checks the address of a bucket; accepts any text that does not begin like one.
    ///
    /// - Throws: `ValidationError`.
    static func checkAddress(_ text: String) throws {
        guard text.hasPrefix(BucketAddress.scheme), BucketAddress(text) == nil else { return }
        throw ValidationError("\(text) is not an address of screenshots in a bucket, such as s3://bucket/prefix/.")
    }

    /// The source with these options.
    var screenshots: ScreenshotSource {
        let place = BucketAddress(folder)?.description ?? folder
        var source = ScreenshotSource(folder: place, interval: interval, list: times)
        // With `--interval`, the start is a separate setting, which existing records of storyboards contain.
        if interval != nil, case .time(let time) = start { source.start = time } else { source.film.start = start }
        return source
    }
}

extension ScreenshotSource {
    /// The source folder, into which nothing may be published; nil for a part of a bucket.
    var inputFolder: String? { bucketAddress == nil ? folder : nil }

    /// The default output folder, next to the source; `nil` for a source without a name, such as `.`.
    var thumbnailsFolder: String? {
        var path = bucketAddress?.name ?? folder
        while path.hasSuffix("/") { path.removeLast() }
        guard let name = path.split(separator: "/").last, name != ".", name != ".." else { return nil }
        return (FilmName(path)?.stem ?? path) + ".thumbnails"
    }

    /// The paths of the source and of its lists, which explain errors about them.
    var namedPaths: [NamedPath] {
        var paths = [NamedPath(folder, .source)]
        if let list { paths.append(NamedPath(list, .list)) }
        if case .file(let path) = film.chapters { paths.append(NamedPath(path, .list)) }
        return paths
    }
}

/// Options for reading screenshots.
struct ReadingOptions: OptionTable {
    var strict = false
    var acceptDamaged = false
    var verifyContent = false

    static let options: [DeclaredOption<ReadingOptions>] = [
        .flag(\.strict, "strict", "Fail where a screenshot cannot be decoded, instead of showing a placeholder."),
        .flag(\.acceptDamaged, "accept-damaged", "Take pictures whose decoder warned of damage."),
        .flag(
            \.verifyContent, "verify-content",
            "Compare the content of all files with the last run's, not only size, time and inode."),
    ]

    func apply(to settings: inout CompositionSettings) {
        settings.isStrict = strict
        settings.acceptsDamaged = acceptDamaged
        settings.verifiesContent = verifyContent
    }
}
