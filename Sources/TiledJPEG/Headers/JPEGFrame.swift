/// A JPEG frame header (SOFn): coding process, sample precision, size and components.
///
/// Source: [ITU-T T.81, B.2.2](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGFrame: Hashable, Sendable {
    /// One component with its sampling factors.
    package struct Component: Hashable, Sendable {
        /// The identifier by which scans refer to the component.
        package let id: UInt8
        /// Horizontal sampling factor, 1...4.
        package let horizontal: Int
        /// Vertical sampling factor, 1...4.
        package let vertical: Int
        /// Number of the quantization table, 0...3.
        package let quantizer: Int
    }

    /// The coding process: SOF0 is baseline, SOF1 extended, SOF2 progressive, SOF9 and up arithmetic.
    package let marker: JPEGMarker
    /// Bits a sample: 8 for baseline, 8 or 12 for other DCT processes, 2...16 for lossless ones.
    package let precision: Int
    /// Size in pixels, 1...65 535 a side.
    package let size: PixelSize
    /// One to four components, with distinct identifiers.
    package let components: [Component]

    /// Reads a frame header.
    ///
    /// - Throws: `malformed`; `unsupported` for a height that only a later DNL segment would state.
    init(_ segment: JPEGSegment, in bytes: [UInt8]) throws(TiledJPEGError) {
        var reader = ByteReader(bytes, segment.payload)
        guard let precision = reader.byte(), let height = reader.bigEndian16(), let width = reader.bigEndian16(),
            let count = reader.byte(), (1...4).contains(count), reader.remaining == 3 * Int(count)
        else {
            throw TiledJPEGError(
                .malformed, segment.subject, "A frame header of \(segment.payload.count) bytes does not add up.")
        }
        guard width > 0 else { throw TiledJPEGError(.malformed, segment.subject, "The width is 0.") }
        guard height > 0 else {
            throw TiledJPEGError(.unsupported, segment.subject, "The height is 0, left to a later DNL segment.")
        }
        guard Self.allowsPrecision(Int(precision), in: segment.marker) else {
            throw TiledJPEGError(.malformed, segment.subject, "A precision of \(precision) bits is not allowed.")
        }
        var components: [Component] = []
        while let id = reader.byte(), let factors = reader.byte(), let quantizer = reader.byte() {
            let component = Component(
                id: id, horizontal: Int(factors >> 4), vertical: Int(factors & 15), quantizer: Int(quantizer))
            guard (1...4).contains(component.horizontal), (1...4).contains(component.vertical), quantizer <= 3,
                !components.contains(where: { $0.id == id })
            else {
                throw TiledJPEGError(
                    .malformed, segment.subject,
                    "Component \(id) with factors \(component.horizontal)x\(component.vertical) and "
                        + "table \(quantizer) is not allowed.")
            }
            components.append(component)
        }
        marker = segment.marker
        self.precision = Int(precision)
        size = PixelSize(width: width, height: height)
        self.components = components
    }

    /// Whether `marker`'s coding process allows samples of `bits` bits (T.81, table B.2).
    private static func allowsPrecision(_ bits: Int, in marker: JPEGMarker) -> Bool {
        if marker == .baselineFrame { return bits == 8 }
        let isLossless = marker.rawValue & 3 == 3
        return isLossless ? (2...16).contains(bits) : bits == 8 || bits == 12
    }

    /// The largest horizontal sampling factor, 1...4.
    package var maximumHorizontal: Int { components.reduce(1) { max($0, $1.horizontal) } }
    /// The largest vertical sampling factor, 1...4.
    package var maximumVertical: Int { components.reduce(1) { max($0, $1.vertical) } }

    /// Size in pixels of an MCU in a scan over all components; with one component, an MCU is one block.
    package var mcuSize: PixelSize {
        components.count == 1
            ? PixelSize(width: 8, height: 8)
            : PixelSize(width: 8 * maximumHorizontal, height: 8 * maximumVertical)
    }

    /// The number of MCUs that cover the picture: `width` in a row, `height` rows.
    package var mcuGrid: PixelSize {
        let mcu = mcuSize
        return PixelSize(
            width: (size.width + mcu.width - 1) / mcu.width, height: (size.height + mcu.height - 1) / mcu.height)
    }
}

/// A JPEG scan header (SOS): the components and coefficients in the entropy-coded data after it.
///
/// Source: [ITU-T T.81, B.2.3](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGScan: Hashable, Sendable {
    /// One component of the scan and its entropy coding tables.
    package struct Component: Hashable, Sendable {
        /// Position of the component in the frame's list.
        package let index: Int
        /// Number of the DC table, 0...3.
        package let dcTable: Int
        /// Number of the AC table, 0...3.
        package let acTable: Int
    }

    /// One to four components in scan order.
    package let components: [Component]
    /// First and last coefficient of the band in zig-zag order; 0...63 for a sequential scan.
    package let band: ClosedRange<Int>
    /// Bit position of successive approximation before this scan; 0 for a first scan.
    package let successiveHigh: Int
    /// Bit position of successive approximation after this scan.
    package let successiveLow: Int

    /// Reads a scan header of `frame`.
    ///
    /// - Throws: `malformed`.
    package init(_ segment: JPEGSegment, in bytes: [UInt8], of frame: JPEGFrame) throws(TiledJPEGError) {
        var reader = ByteReader(bytes, segment.payload)
        guard let count = reader.byte(), (1...4).contains(count), reader.remaining == 2 * Int(count) + 3 else {
            throw TiledJPEGError(
                .malformed, segment.subject, "A scan header of \(segment.payload.count) bytes does not add up.")
        }
        var components: [Component] = []
        for _ in 0..<count {
            guard let id = reader.byte(), let tables = reader.byte(),
                let index = frame.components.firstIndex(where: { $0.id == id }),
                !components.contains(where: { $0.index == index }), tables & 0xCC == 0
            else {
                throw TiledJPEGError(
                    .malformed, segment.subject, "The scan names a component or table that does not exist.")
            }
            components.append(Component(index: index, dcTable: Int(tables >> 4), acTable: Int(tables & 15)))
        }
        guard let first = reader.byte(), let last = reader.byte(), first <= last, last <= 63,
            let approximation = reader.byte()
        else {
            throw TiledJPEGError(.malformed, segment.subject, "The band of coefficients is not allowed.")
        }
        self.components = components
        band = Int(first)...Int(last)
        successiveHigh = Int(approximation >> 4)
        successiveLow = Int(approximation & 15)
    }
}
