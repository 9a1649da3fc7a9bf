/// The description of the samples of an MP4's first track, to which tests add boxes.
enum MP4Description {
    struct Missing: Error {}

    /// Adds a box at the end of an entry of a file whose index follows its pictures.
    static func adding(_ box: [UInt8], to entry: String, of file: [UInt8]) throws -> [UInt8] {
        var (file, start, end) = (file, 0, 0)
        for type in ["moov", "trak", "mdia", "minf", "stbl", "stsd", entry] {
            let name = Array(type.utf8)
            guard
                let found = (start..<file.count).first(where: { file[$0] == name[0] && file[$0...].starts(with: name) })
            else { throw Missing() }
            let size = file[found - 4..<found].reduce(0) { $0 << 8 | Int($1) }
            end = found - 4 + size
            for byte in 0..<4 {
                file[found - 4 + byte] = UInt8(truncatingIfNeeded: (size + box.count) >> (24 - 8 * byte))
            }
            start = found + 4
        }
        file.insert(contentsOf: box, at: end)
        return file
    }
}
