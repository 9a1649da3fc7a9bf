/// A number of bytes as people read it.
package struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    package init(_ bytes: Int) { self.bytes = bytes }

    /// `812 B`, `7.9 KiB`, `1.2 GiB`.
    package var description: String {
        guard bytes >= 1_024 else { return "\(bytes) B" }
        var (unit, units) = (1_024, ["KiB", "MiB", "GiB", "TiB"][...])
        while bytes / unit >= 1_024, units.count > 1 {
            unit *= 1_024
            units.removeFirst()
        }
        // Rounded down.
        return "\(bytes / unit).\(bytes % unit * 10 / unit) \(units.first ?? "")"
    }
}
