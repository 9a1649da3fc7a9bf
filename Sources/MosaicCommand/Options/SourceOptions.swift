import ArgumentParser
import Mosaic
import MosaicConsole
import WebVTT

/// Where screenshots and their times come from.
struct SourceOptions: ParsableArguments {
    @Argument(
        help: """
            The folder of screenshots, ch{index}_{seconds}s.jpg, .jpeg or .png; or a part of a bucket, \
            s3://bucket/prefix/; or a film.
            """)
    var folder: String

    @Option(
        help: """
            Take numbered files in natural order, or frames of the film, this far apart: seconds (0.5) or hh:mm:ss.mmm.
            """)
    var interval: Timestamp?

    @Option(help: "Time of the first file or frame with --interval: seconds (83.5) or hh:mm:ss.mmm.")
    var start: Timestamp?

    @Option(
        help: """
            Take the files that a list names: lines file,time[,title] or JSON lines with these keys; of a film the \
            frames of lines time[,title].
            """)
    var times: String?

    func validate() throws {
        if interval != nil, times != nil {
            throw ValidationError("--interval and --times are two ways to give times; use one.")
        }
        try Self.checkAddress(folder)
        if start != nil, interval == nil { throw ValidationError("--start is the first time of --interval.") }
    }

    /// Checks that a text that begins like the address of a bucket is one.
    ///
    /// - Throws: `ValidationError`.
    static func checkAddress(_ text: String) throws {
        guard text.hasPrefix(BucketAddress.scheme), BucketAddress(text) == nil else { return }
        throw ValidationError("\(text) is no address of screenshots in a bucket, such as s3://bucket/prefix/.")
    }

    /// The same without a command line.
    var screenshots: ScreenshotSource {
        let place = BucketAddress(folder)?.description ?? folder
        return ScreenshotSource(folder: place, interval: interval, start: start ?? .zero, list: times)
    }
}

extension ScreenshotSource {
    /// The folder that nothing may be published into; nil for a part of a bucket.
    var inputFolder: String? { bucketAddress == nil ? folder : nil }

    /// The paths of the source and of its lists, which explain errors about them.
    var namedPaths: [NamedPath] {
        var paths = bucketAddress == nil ? [NamedPath(folder, .source)] : []
        if let list { paths.append(NamedPath(list, .list)) }
        if case .file(let path) = film.chapters { paths.append(NamedPath(path, .list)) }
        return paths
    }
}
