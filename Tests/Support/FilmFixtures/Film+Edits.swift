/// Films in MP4 that are joined of parts by an edit list alone.
package struct EditedFilm: Sendable, CustomStringConvertible {
    /// A part of the pictures.
    package struct Edit: Sendable {
        /// Its first second among the pictures; nil for a pause.
        let start: Double?
        let seconds: Double

        init(_ start: Double?, _ seconds: Double) { (self.start, self.seconds) = (start, seconds) }
    }

    package let film: Film
    let edits: [Edit]

    private init(_ name: String, of film: Film, _ edits: Edit...) {
        let pictures = Film.ffmpeg("pictures_of_" + name, of: film, options: ["-map", "0:v", "-c", "copy"])
        self.film = .bytes(name, of: pictures) { try MP4Edits.replaced(in: $0, by: edits) }
        self.edits = edits
    }

    /// The same part twice.
    package static let repeated = EditedFilm("edits_twice.mp4", of: .closed, Edit(4, 6), Edit(4, 6))
    package static let paused = EditedFilm("edits_paused.mp4", of: .closed, Edit(2, 5), Edit(nil, 3), Edit(9, 8))
    /// Parts in another order that do not begin with key frames.
    package static let swapped = EditedFilm("edits.mov", of: .hevcCRA, Edit(11.32, 5.2), Edit(1.32, 4.6))

    package var description: String { film.name }

    /// Seconds of all parts.
    package var length: Double { edits.map(\.seconds).reduce(0, +) }

    /// The number that is shown at a time in seconds; nil in a pause.
    package func number(at time: Double) -> Int? {
        var rest = time
        for edit in edits {
            if rest < edit.seconds { return edit.start.map { Int(($0 + rest) * Double(NumberedPictures.rate)) } }
            rest -= edit.seconds
        }
        return nil
    }
}

/// The edit list of an MP4 file with one track and its header at the end.
///
/// - SeeAlso: ISO/IEC 14496-12, 8.6.6
private enum MP4Edits {
    static func replaced(in file: [UInt8], by edits: [EditedFilm.Edit]) throws -> [UInt8] {
        func content(of box: String) throws -> Int {
            guard let type = Bytes.position(of: box, in: file, last: true) else { throw Bytes.Missing(name: box) }
            return type + 4
        }
        // Each box of version 0.
        let (movie, track, media, list) = try (
            content(of: "mvhd"), content(of: "tkhd"), content(of: "mdhd"), content(of: "elst")
        )
        let (units, mediaUnits) = (number(at: movie + 12, in: file), number(at: media + 12, in: file))
        // The media time of the first picture is that of ffmpeg's last edit.
        let count = number(at: list + 4, in: file)
        let first = number(at: list + 8 + 12 * (count - 1) + 4, in: file)
        var entries = bytes(0) + bytes(edits.count)
        for edit in edits {
            entries += bytes(Int(edit.seconds * Double(units)))
            entries += bytes(edit.start.map { Int($0 * Double(mediaUnits)) + first } ?? -1) + bytes(1 << 16)
        }
        let box = bytes(entries.count + 8) + Array("elst".utf8) + entries
        let old = number(at: list - 8, in: file)
        var result = file
        for name in ["moov", "trak", "edts"] {
            let size = try content(of: name) - 8
            result.replaceSubrange(size..<size + 4, with: bytes(number(at: size, in: file) + box.count - old))
        }
        let length = Int(edits.map(\.seconds).reduce(0, +) * Double(units))
        for position in [movie + 16, track + 20] {
            result.replaceSubrange(position..<position + 4, with: bytes(length))
        }
        result.replaceSubrange(list - 8..<list - 8 + old, with: box)
        return result
    }

    private static func number(at position: Int, in file: [UInt8]) -> Int {
        file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
