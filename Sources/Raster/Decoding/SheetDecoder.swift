package import TiledJPEG

/// Decodes sheets at full size, to cut tiles out of their pixels.
package final class SheetDecoder {
    private let decoder: ImageDecoder

    /// - Parameter limits: Limits on decoding one sheet.
    /// - Throws: `outOfMemory`.
    package init(limits: DecodingLimits) throws(ImageError) {
        decoder = try ImageDecoder(limits: limits, background: .black)
    }

    /// Decodes a sheet. Its size is checked against the limits before memory is allocated.
    ///
    /// - Throws: `unrecognizedFormat`, `malformed`, `unsupported` for a format without a decoder and for a sheet that
    ///   Exif rotates, `limitExceeded`, `outOfMemory`.
    package func decode(_ bytes: [UInt8]) throws(ImageError) -> DecodedSheet {
        let header = try decoder.header(of: bytes)
        guard header.orientation == .topLeft else {
            throw ImageError(.unsupported, "orientation", "Tiles are not cut out of a sheet that Exif turns.")
        }
        let placement = StoredPlacement(of: header.size, .topLeft, on: header.size, framing: .crop)
        let file = ScreenshotFile(bytes: bytes, header: header, placement: placement)
        let decoded = try decoder.decode(file, nil)
        return DecodedSheet(
            image: decoded.image, damage: decoded.findings.isDamaged ? decoded.findings.warnings.first : nil)
    }
}

/// The pixels of a sheet.
package struct DecodedSheet {
    /// Samples along a side of a JPEG block.
    private static let blockSide = 8

    let image: PlanarImage
    let damage: String?

    /// Size of the sheet in pixels.
    package var size: PixelSize { image.size }

    /// Cuts a rectangle out. The result has 4:2:0 chroma if the sheet has it and the rectangle's corner lies on even
    /// pixels; otherwise 4:4:4.
    ///
    /// - Returns: Nil if the rectangle is empty or does not lie within the sheet.
    /// - Throws: `malformed`.
    package func cut(_ rect: PixelRect) throws(ImageError) -> PlanarPicture? {
        guard rect.lies(within: size) else { return nil }
        let isHalf =
            rect.x.isMultiple(of: 2) && rect.y.isMultiple(of: 2)
            && image.planes.dropFirst().allSatisfy { $0.horizontal.isHalf && $0.vertical.isHalf }
        let chroma = isHalf ? ChromaSubsampling.yuv420 : .yuv444
        let planes = image.planes.enumerated().map { index, plane in
            plane.samples(in: rect, span: index == 0 ? 1 : chroma.span)
        }
        var picture = try PlanarPicture(size: rect.size, planes: planes, chroma: chroma)
        picture.damage = damage
        return picture
    }

    /// The color of a cell with a single color, such as an empty cell of a sheet; nil for a picture, and for a cell
    /// that is not within the sheet.
    ///
    /// Only blocks that begin inside the cell count, because lossy blocks on its top and left edges mix in the cells
    /// above and to the left. Cells to the right of an empty cell and below it are empty, too.
    package func flatColor(_ cell: PixelRect) -> FlatColor? {
        guard cell.lies(within: size) else { return nil }
        let rect = ownBlocks(of: cell)
        var levels: [Int] = []
        for plane in image.planes {
            let samples = plane.samples(in: rect, span: 1)
            guard let least = samples.min(), let greatest = samples.max(),
                Int(greatest) - Int(least) <= FlatColor.range
            else { return nil }
            levels.append((Int(least) + Int(greatest)) / 2)
        }
        return FlatColor(levels: levels)
    }

    /// The part of a cell without the blocks that begin above it or to its left; the whole cell if no other block is
    /// left.
    private func ownBlocks(of cell: PixelRect) -> PixelRect {
        let spans = image.planes.map { max($0.horizontal.span, $0.vertical.span) }
        let unit = Self.blockSide * (spans.max() ?? 1)
        let inner = PixelSize(width: cell.x, height: cell.y)
            .roundedUp(toMultipleOf: PixelSize(width: unit, height: unit))
        let (right, bottom) = (cell.x + cell.width, cell.y + cell.height)
        guard inner.width < right, inner.height < bottom else { return cell }
        return PixelRect(
            x: inner.width, y: inner.height, width: right - inner.width, height: bottom - inner.height)
    }
}

/// A color as levels of Y', Cb and Cr, or of Y' alone.
package struct FlatColor: Hashable, Sendable {
    /// Maximum difference between samples of an empty cell: a lossy block of one color is flat. Black pictures of a
    /// film differ more, unless they are equally flat.
    static let range = 2

    fileprivate let levels: [Int]

    /// Whether two colors are the same, apart from lossy encoding.
    package func isClose(to other: FlatColor) -> Bool {
        zip(levels, other.levels).allSatisfy { abs($0 - $1) <= Self.range }
    }
}

extension Plane.Density {
    fileprivate var isHalf: Bool { 2 * samples == pixels }

    /// Number of pixels that one sample covers, 1 or more.
    fileprivate var span: Int { max(1, pixels / samples) }
}

extension Plane {
    /// Samples of a rectangle of pixels within the picture, one for every `span` pixels on each axis.
    fileprivate func samples(in rect: PixelRect, span: Int) -> [UInt8] {
        let columns = Swift.stride(from: rect.x, to: rect.x + rect.width, by: span).map { x in
            min(x * horizontal.samples / horizontal.pixels, size.width - 1)
        }
        var samples: [UInt8] = []
        samples.reserveCapacity(columns.count * ((rect.height + span - 1) / span))
        for y in Swift.stride(from: rect.y, to: rect.y + rect.height, by: span) {
            // Rows and columns are below the plane's height and width.
            let row = unsafe row(min(y * vertical.samples / vertical.pixels, size.height - 1))
            for x in columns { samples.append(unsafe row[x]) }
        }
        return samples
    }
}
