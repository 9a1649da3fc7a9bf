// The idea: a progressive file spreads coefficients over scans. Scans without coefficients that a scale needs are left
// out before the general decoder reads the file. A scan that refines coefficients needs all earlier scans of them, so
// refinements of left-out coefficients are left out, too. At 2/8 no AC coefficient is refined at all: files usually
// begin with luma without its two lowest bits and chroma without its lowest bit. Luma's refinements are in one scan
// with the high frequencies, and chroma need not be more exact. At 1/8 only chroma that is subsampled in both
// directions has AC coefficients, and its refinements are small. DC scans are kept.

import TiledJPEG

/// Removes the scans of a progressive JPEG that a scaled decoder does not need.
public enum ProgressiveFilter {
    /// The file without the scans that `scale` does not need, for the general decoder.
    ///
    /// All other bytes up to the end-of-image marker stay unchanged. O(bytes).
    ///
    /// - Returns: Nil if the file is not a progressive JPEG with Huffman codes and 8 bits, or if its segments are
    ///   inconsistent.
    public static func filtered(_ bytes: [UInt8], scale: JPEGScale) -> [UInt8]? {
        guard var reader = try? JPEGSegmentReader(bytes), let header = try? JPEGHeader(&reader),
            header.frame.marker == .progressiveFrame, header.frame.precision == 8, let start = header.segments.last
        else { return nil }
        var selection = ScanSelection(scale, header.frame)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        // Start of the bytes that were read but not yet copied.
        var kept = 0
        var segment = start
        while segment.marker != .endOfImage {
            if segment.marker == .startOfScan {
                guard let scan = try? JPEGScan(segment, in: bytes, of: header.frame),
                    (try? reader.entropySegments()) != nil
                else { return nil }
                guard let isKept = selection.takes(scan) else { return nil }
                if !isKept {
                    output += bytes[kept..<segment.range.lowerBound]
                    kept = reader.position
                }
            } else if segment.marker.isFrame || segment.marker.isStandalone {
                return nil
            }
            guard let next = try? reader.next() else { return nil }
            segment = next
        }
        guard selection.isComplete else { return nil }
        output += bytes[kept..<segment.range.upperBound]
        return output
    }
}

/// Selects the scans of a file to keep.
struct ScanSelection {
    /// For each component, a bit for each zig-zag position that its scale needs.
    private let needed: [UInt64]
    private let keepsRefinements: Bool
    /// For each component, a bit for each zig-zag position that was left out.
    private var missing: [UInt64]
    private var hasDC: [Bool]

    init(_ scale: JPEGScale, _ frame: JPEGFrame) {
        needed = frame.components.map { component in
            let own = scale.ofComponent(
                horizontalSpan: frame.maximumHorizontal / component.horizontal,
                verticalSpan: frame.maximumVertical / component.vertical)
            let places = CoefficientPlaces(own)
            return (0..<64).reduce(0) { $0 | (places.isNeeded($1) ? 1 << $1 : 0) }
        }
        keepsRefinements = scale != .quarter
        missing = [UInt64](repeating: 0, count: frame.components.count)
        hasDC = [Bool](repeating: false, count: frame.components.count)
    }

    /// Whether every component has a DC scan; otherwise there is nothing to decode.
    var isComplete: Bool { hasDC.allSatisfy(\.self) }

    /// Decides whether to keep the next scan, and records the coefficients that are left out; nil if the scan comes
    /// before the DC scan of its component, which is invalid.
    mutating func takes(_ scan: JPEGScan) -> Bool? {
        if scan.band.lowerBound == 0 {
            for component in scan.components { hasDC[component.index] = true }
            return true
        }
        guard scan.components.allSatisfy({ hasDC[$0.index] }) else { return nil }
        let band = (UInt64.max << UInt64(scan.band.lowerBound)) & (UInt64.max >> UInt64(63 - scan.band.upperBound))
        let isNeeded =
            scan.components.contains { band & needed[$0.index] != 0 } && (keepsRefinements || scan.successiveHigh == 0)
        if isNeeded, scan.components.allSatisfy({ missing[$0.index] & band == 0 }) { return true }
        for component in scan.components { missing[component.index] |= band }
        return false
    }
}
