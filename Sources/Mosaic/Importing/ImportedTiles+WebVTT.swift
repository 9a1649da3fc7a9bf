import WebVTT

extension ImportedTiles {
    /// Reads a track of thumbnails, tolerating the faults of other programs' tracks.
    ///
    /// - Throws: `malformed` if it is not a track, see ``init(_:cues:in:name:)``.
    init(vtt bytes: [UInt8], in folder: ImportFolder, name: String) throws {
        let track: LenientTrack
        do {
            track = try LenientTrack(parsing: bytes)
        } catch {
            throw MosaicError(.malformed, "\(name):\(error.line)", error.reason)
        }
        try self.init("WebVTT", cues: track.track.cues, in: folder, name: name)
        if !track.repairs.isEmpty {
            remarks.append("\(name): \(track.repairs.count) deviations from WebVTT; mosaic doctor names them.")
        }
    }
}
