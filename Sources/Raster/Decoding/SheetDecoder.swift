package import TiledJPEG

/// Decodes sheets that other programs made, at their full size, to cut tiles out of their pixels.
package final class SheetDecoder {
    private let decoder: ImageDecoder

    /// - Parameter limits: What one sheet may cost.
    /// - Throws: `outOfMemory`.
    package init(limits: DecodingLimits) throws(ImageError) {
        decoder = try ImageDecoder(limits: limits, background: .black)
    }

    /// Decodes a sheet; its size is checked against the limits before memory is taken.
    ///
    /// - Throws: `unrecognizedFormat`, `malformed`, `unsupported` for a format that is not decoded and for a sheet that
    ///   Exif turns, `limitExceeded`, `outOfMemory`.
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
    /// Samples along a side of a JPEG's block.
    private static let blockSide = 8

    let image: PlanarImage
    let damage: String?

    /// Pixels of the sheet.
    package var size: PixelSize { image.size }

    /// Cuts a rectangle out; chroma stays at its resolution where the rectangle begins between two samples.
    ///
    /// - Returns: Nil where the rectangle is empty or does not lie within the sheet.
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

    /// The colour of a cell that has one alone, as the empty cells of a sheet have; nil for a picture.
    ///
    /// Cells to the right and below are empty, too. Lossy blocks mix the cells above and to the left into the edge, so
    /// that only blocks behind that edge count.
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

    /// The part of a cell without the blocks that begin above it or to its left; all of a cell that has no other.
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

/// A colour as levels of Y', Cb and Cr, or of Y' alone.
package struct FlatColor: Hashable, Sendable {
    /// The most by which samples of an empty cell differ: a lossy block of one colour is flat. Black pictures of a film
    /// differ by more, unless they are as flat.
    static let range = 2

    fileprivate let levels: [Int]

    /// Whether two colours are the same but for lossy encoding.
    package func isClose(to other: FlatColor) -> Bool {
        zip(levels, other.levels).allSatisfy { abs($0 - $1) <= Self.range }
    }
}

extension Plane.Density {
    fileprivate var isHalf: Bool { 2 * samples == pixels }

    /// Pixels that one sample covers, 1 or more.
    fileprivate var span: Int { max(1, pixels / samples) }
}

extension Plane {
    /// Samples of a rectangle of pixels that lies within the picture, one for `span` pixels on each axis.
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
