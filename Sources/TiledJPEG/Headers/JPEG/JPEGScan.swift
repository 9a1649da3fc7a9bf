/// A JPEG scan header (SOS): the components and coefficients in the entropy-coded data after it.
///
/// Source: [ITU-T T.81, B.2.3](https://www.w3.org/Graphics/JPEG/itu-t81.pdf).
package struct JPEGScan: Hashable, Sendable {
    /// One component of the scan and its entropy coding tables.
    package struct Component: Hashable, Sendable {
        /// Position in the frame's list of components.
        package let index: Int
        /// DC table, 0...3.
        package let dcTable: Int
        /// AC table, 0...3.
        package let acTable: Int
    }

    /// One to four components in scan order.
    package let components: [Component]
    /// First and last coefficient of the band in zig-zag order; 0...63 for a sequential scan.
    package let band: ClosedRange<Int>
    /// Bit position before this scan, 0 for a first scan.
    package let successiveHigh: Int
    /// Bit position after this scan.
    package let successiveLow: Int

    /// Reads a scan header of `frame`.
    ///
    /// - Throws: `malformed`.
    package init(_ segment: JPEGSegment, in bytes: [UInt8], of frame: JPEGFrame) throws(ImageHeaderError) {
        var reader = ByteReader(bytes, segment.payload)
        guard let count = reader.byte(), (1...4).contains(count), reader.remaining == 2 * Int(count) + 3 else {
            throw ImageHeaderError(
                .malformed, segment.subject, "A scan header of \(segment.payload.count) bytes does not add up.")
        }
        var components: [Component] = []
        for _ in 0..<count {
            guard let id = reader.byte(), let tables = reader.byte(),
                let index = frame.components.firstIndex(where: { $0.id == id }),
                !components.contains(where: { $0.index == index }), tables & 0xCC == 0
            else {
                throw ImageHeaderError(
                    .malformed, segment.subject, "The scan names a component or table that does not exist.")
            }
            components.append(Component(index: index, dcTable: Int(tables >> 4), acTable: Int(tables & 15)))
        }
        guard let first = reader.byte(), let last = reader.byte(), first <= last, last <= 63,
            let approximation = reader.byte()
        else {
            throw ImageHeaderError(.malformed, segment.subject, "The band of coefficients is not allowed.")
        }
        self.components = components
        band = Int(first)...Int(last)
        successiveHigh = Int(approximation >> 4)
        successiveLow = Int(approximation & 15)
    }
}
