import WebVTT

extension ExportSource {
    /// The positions of all storyboards.
    var positions: Range<Int> { storyboards.members.indices }

    /// Refuses storyboards whose tiles are not JPEGs.
    ///
    /// - Throws: `unsupported`.
    func requireJPEG(for format: String) throws {
        guard let other = storyboards.members.first(where: { $0.storyboard.encoding.format != .jpeg }) else { return }
        throw MosaicError(
            .unsupported, other.storyboard.id.rawValue,
            "\(format) moves tiles as bytes, which JPEG sheets allow, and these are PNG.")
    }
}

/// The rate at which pictures are read, as playlists and manifests state it.
enum Bandwidth {
    /// Bits per second if `bytes` last for `duration`, rounded up; 1 or more.
    static func of(_ bytes: Int, in duration: Timestamp) -> Int {
        let (bits, overflows) = bytes.multipliedReportingOverflow(by: 8_000)
        guard !overflows else { return Int(Int32.max) }
        return max(1, (bits - 1) / Int(max(1, duration.milliseconds)) + 1)
    }
}
