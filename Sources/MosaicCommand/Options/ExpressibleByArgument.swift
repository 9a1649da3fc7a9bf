public import ArgumentParser
import CommandSupport
public import Mosaic
public import MosaicLibrary
public import Raster
public import TiledJPEG
public import WebVTT

extension PixelSize: ExpressibleByArgument {
    /// Reads `WxH`.
    public init?(argument: String) {
        let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 else { return nil }
        self.init(width: width, height: height)
    }
}

extension TileGrid: ExpressibleByArgument {
    /// Reads `CxR`.
    public init?(argument: String) {
        guard let size = PixelSize(argument: argument) else { return nil }
        self.init(columns: size.width, rows: size.height)
    }
}

extension LookupPolicy: ExpressibleByArgument {}

extension SheetFormat: ExpressibleByArgument {
    /// Reads `jpeg`, also as `jpg`, or `png`.
    public init?(argument: String) { self.init(rawValue: argument == "jpg" ? "jpeg" : argument) }
}

extension FilmPosition: ExpressibleByArgument {
    /// Reads a time, or a percentage of the film's length such as `25%`.
    public init?(argument: String) {
        guard let position = FilmPosition(percent: argument) ?? Timestamp(argument: argument).map(FilmPosition.time)
        else {
            return nil
        }
        self = position
    }
}

extension ChromaSubsampling: ExpressibleByArgument {}

extension TableSet: ExpressibleByArgument {}

extension RGBColor: ExpressibleByArgument {
    /// Reads `RRGGBB`, with or without `#`.
    public init?(argument: String) { self.init(hex: argument) }
}

extension JobState: ExpressibleByArgument {}

extension JobPriority: ExpressibleByArgument {}

extension MissingChapters: ExpressibleByArgument {}

extension SourceNaming: ExpressibleByArgument {}

extension Shard: ExpressibleByArgument {
    /// Reads `I/N`.
    public init?(argument: String) {
        let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let index = numbers[0], let count = numbers[1] else { return nil }
        self.init(index: index, count: count)
    }
}

extension PathMap: ExpressibleByArgument {
    /// Reads `HERE=THERE`.
    public init?(argument: String) { self.init(parsing: argument) }
}

extension FilmOptions.Exactness: ExpressibleByArgument {}

extension ChapterLanguage: ExpressibleByArgument {
    /// Reads a language tag.
    public init?(argument: String) { self.init(argument) }
}
