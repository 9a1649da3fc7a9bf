import ScaledJPEG
import TiledJPEG

/// Invariants of the progressive filter for every input.
enum FilteringCheck {
    /// Ends the process where something does not hold.
    static func check(_ file: [UInt8], _ scale: JPEGScale) {
        guard let filtered = ProgressiveFilter.filtered(file, scale: scale) else { return }
        precondition(filtered.count <= file.count, "leaving out makes a file longer")
        precondition(ProgressiveFilter.filtered(filtered, scale: scale) == filtered, "filtering twice leaves out more")
        // libjpeg reserves all coefficients before it looks at a scan: keep to pictures that fit.
        guard let header = try? JPEGHeader(parsing: file), header.frame.size.pixelCount <= 1 << 20 else { return }
        guard let before = LibJPEGView(file, scale), before.warnings == 0 else { return }
        precondition(LibJPEGView(filtered, scale)?.warnings == 0, "libjpeg warns of what was left out")
    }
}
