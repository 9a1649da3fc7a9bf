/// Films whose list of key frames is incomplete, wrong, or read in parts.
extension Film {
    private static let copy = ["-map", "0", "-c", "copy"]

    /// Fragments, and one list of them at the file's begin.
    private static let listedFragments = ["-movflags", "+empty_moov+frag_keyframe+dash+global_sidx"]
    package static let segmentIndex = ffmpeg("sidx.mp4", of: closed, options: copy + listedFragments)
    /// Fragments of 5 s hold several key frames, and do not begin with one.
    package static let longFragments = ffmpeg(
        "sidx_5s.mp4", of: hevcCRA,
        options: copy + ["-frag_duration", "5000000", "-movflags", "+empty_moov+default_base_moof+dash+global_sidx"])
    package static let segmentIndexOfHEVC = ffmpeg("sidx_hevc.mp4", of: hevcCRA, options: copy + listedFragments)
    package static let segmentIndexOfAV1 = ffmpeg("sidx_av1.mp4", of: av1, options: copy + listedFragments)
    /// A list of each fragment before it: the last one ends with the file.
    package static let segmentIndexes = segmentIndexes("sidx_each.mp4", of: closed)
    package static let segmentIndexesOfHEVC = segmentIndexes("sidx_each_hevc.mp4", of: hevcCRA)
    package static let segmentIndexesOfAV1 = segmentIndexes("sidx_each_av1.mp4", of: av1)

    private static func segmentIndexes(_ name: String, of film: Film) -> Film {
        ffmpeg(name, of: film, options: copy + ["-movflags", "+empty_moov+frag_keyframe+dash"])
    }

    /// Of three key frames one is listed, the last of all among them.
    package static let sparseCues = bytes("sparse_cues.mkv", of: closedInMatroska) {
        try MatroskaCues.thinned($0, every: 3)
    }
    package static let sparseCuesOfHEVC = bytes("sparse_cues_hevc.mkv", of: hevcCRAInMatroska) {
        try MatroskaCues.thinned($0, every: 4)
    }
    package static let sparseCuesOfVP8 = bytes("sparse_cues.webm", of: vp8) { try MatroskaCues.thinned($0, every: 5) }
    static let vp8 = ffmpeg(
        "vp8.webm", of: bars,
        options: ["-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "900k"]
            + ["-keyint_min", "50", "-g", "50"])
    /// Its index names a packet for each second.
    package static let windowsMedia = ffmpeg(
        "windows_media.wmv", of: bars,
        options: ["-c:v", "wmv2", "-b:v", "900k", "-g", "50", "-sc_threshold", "1000000000"])

    /// No table of key frames: each picture counts as one.
    package static let withoutKeyTable = withoutKeyTable("no_stss.mp4", closed)
    package static let withoutKeyTableOfHEVC = withoutKeyTable("no_stss_hevc.mp4", hevcCRA)
    /// A cue for each picture; only the packets mark the key frames.
    package static let cueForEach = bytes("cue_for_each.mkv", of: closedInMatroska) {
        try MatroskaCues.spread($0, over: 500, milliseconds: 40)
    }
    package static let cueForEachOfHEVC = bytes("cue_for_each_hevc.mkv", of: hevcCRAInMatroska) {
        try MatroskaCues.spread($0, over: 500, milliseconds: 40)
    }

    /// A cue, a flag and a fragment for each picture, each of which counts as a key frame.
    package static let allCues = ffmpeg("all_cues.mkv", of: withoutKeyTable, options: copy)
    package static let allFragments = ffmpeg(
        "all_fragments.mp4", of: withoutKeyTable, options: copy + ["-movflags", "+empty_moov+frag_every_frame"])
    package static let allFlags = ffmpeg("all_flags.flv", of: withoutKeyTable, options: copy)
    /// Its index flags each chunk as a key frame.
    package static let allChunks = bytes(
        "all_chunks.avi",
        of: ffmpeg(
            "mpeg4.avi", of: bars,
            options: ["-c:v", "mpeg4", "-q:v", "4", "-g", "50", "-sc_threshold", "1000000000", "-an"])
    ) { AVIIndex.flagged($0) }

    static func withoutKeyTable(_ name: String, _ film: Film) -> Film {
        bytes(name, of: film) { file in
            var file = file
            guard let type = Bytes.position(of: "stss", in: file) else { throw Bytes.Missing(name: "stss") }
            file.replaceSubrange(type..<type + 4, with: "skip".utf8)
            return file
        }
    }
}

/// The cues of a Matroska file.
enum MatroskaCues {
    /// Gives all cues but each so-many-th a track that the film does not have.
    static func thinned(_ file: [UInt8], every count: Int) throws -> [UInt8] {
        var file = file
        // The identifier of Cues, and CueTrack of the first track (RFC 9559, 5.1.5).
        guard let cues = Bytes.position(of: [0x1C, 0x53, 0xBB, 0x6B], in: file, last: true) else {
            throw Bytes.Missing(name: "Cues")
        }
        var number = 0
        for index in cues..<file.count - 2 where file[index..<index + 3] == [0xF7, 0x81, 0x01] {
            if number % count != 0 { file[index + 2] = 0x7E }
            number += 1
        }
        return file
    }
}

extension MatroskaCues {
    /// Replaces the cues, which are at the end, by one for each picture of the first track, in the cluster of the last cue
    /// before it.
    static func spread(_ file: [UInt8], over pictures: Int, milliseconds: Int) throws -> [UInt8] {
        guard let cues = Bytes.position(of: [0x1C, 0x53, 0xBB, 0x6B], in: file, last: true),
            let segment = Bytes.position(of: [0x18, 0x53, 0x80, 0x67], in: file)
        else { throw Bytes.Missing(name: "Cues") }
        func number(at index: Int) -> (value: Int, end: Int) {
            let end = index + 1 + Int(file[index] & 0x7F)
            return (file[index + 1..<end].reduce(0) { $0 << 8 | Int($1) }, end)
        }
        // CueTime, then CueTrackPositions with CueTrack and CueClusterPosition.
        let clusters = (cues..<file.count - 12).compactMap { index -> (time: Int, position: Int)? in
            guard file[index] == 0xBB, file[index + 2] == 0xB3 else { return nil }
            let (time, end) = number(at: index + 3)
            guard file[end..<end + 6].elementsEqual([0xB7, file[end + 1], 0xF7, 0x81, 0x01, 0xF1]) else { return nil }
            return (time, number(at: end + 6).value)
        }
        func element(_ identifier: UInt8, _ number: Int) -> MatroskaElement {
            MatroskaElement([identifier], (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
        }
        let points = (0..<pictures).map { $0 * milliseconds }.map { time in
            let cluster = clusters.last { $0.time <= time } ?? clusters[0]
            let position = MatroskaElement([0xB7], element(0xF7, 1), element(0xF1, cluster.position))
            return MatroskaElement([0xBB], element(0xB3, time), position)
        }
        let end = MatroskaElement([0x1C, 0x53, 0xBB, 0x6B], points).bytes
        return MatroskaElement.ended(Array(file[..<cues]) + end, segment: segment)
    }
}

/// The index of an AVI file.
enum AVIIndex {
    /// Flags each chunk as a key frame.
    static func flagged(_ file: [UInt8]) -> [UInt8] {
        var file = file
        guard let index = Bytes.position(of: "idx1", in: file, last: true) else { return file }
        for flags in stride(from: index + 12, to: file.count - 15, by: 16) { file[flags] |= 0x10 }
        return file
    }
}
