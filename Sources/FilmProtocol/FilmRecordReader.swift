/// Reads records from an untrusted source of bytes; checks every length before it allocates memory.
package struct FilmRecordReader {
    /// Appends `count` bytes to the array, fewer only at the source's end. Returns false if the source ended before
    /// the first byte.
    package typealias Source = (_ count: Int, _ bytes: inout [UInt8]) throws -> Bool

    /// The request whose pictures are expected; nil before the first.
    package var request: FilmRequest?

    /// Creates a reader that rejects pictures until ``request`` is set.
    package init() {}

    /// The next record; nil if the source ends between two records.
    ///
    /// - Parameter planes: Memory to reuse for planes.
    /// - Throws: ``FilmFailure`` with `records`, errors of the source.
    package func next(planes: consuming [UInt8] = [], from source: Source) throws -> FilmRecord? {
        var head: [UInt8] = []
        guard try source(FilmRecord.headBytes, &head) else { return nil }
        guard head.count == FilmRecord.headBytes else { throw Self.endWithin }
        guard let kind = FilmRecord.Kind(rawValue: head.little(UInt32.self, at: 0)) else {
            throw FilmFailure(.records, "There is no record of kind \(head.little(UInt32.self, at: 0)).")
        }
        let length = Int(head.little(UInt32.self, at: 4))
        if kind == .picture { return try .picture(picture(length, consume planes, source)) }
        guard length <= limit(of: kind) else { throw FilmFailure(.records, "A record of \(length) bytes is too long.") }
        var rest: [UInt8] = []
        try fill(&rest, length, source)
        let record: FilmRecord? =
            switch kind {
            case .header: .header(json: rest)
            case .failure: FilmFailure(rest).map(FilmRecord.failure)
            case .progress: FilmProgress(rest).map(FilmRecord.progress)
            case .end: FilmCounts(rest).map(FilmRecord.end)
            case .picture: nil
            }
        guard let record else { throw FilmFailure(.records, "A record contradicts itself.") }
        return record
    }

    private static var endWithin: FilmFailure { FilmFailure(.records, "The records end in the middle of one.") }

    private func limit(of kind: FilmRecord.Kind) -> Int {
        switch kind {
        case .header: FilmHeader.longestText
        case .failure: 4 + FilmFailure.longestReason
        case .progress, .end, .picture: 64
        }
    }

    private func picture(_ length: Int, _ planes: consuming [UInt8], _ source: Source) throws -> FilmPicture {
        guard let request else { throw FilmFailure(.records, "No picture was requested.") }
        var head: [UInt8] = []
        guard length >= FilmPicture.headBytes else { throw FilmFailure(.records, "A picture has no head.") }
        try fill(&head, FilmPicture.headBytes, source)
        guard var picture = FilmPicture(head: head) else { throw FilmFailure(.records, "A picture's head is wrong.") }
        guard request.accepts(width: picture.width, height: picture.height) else {
            throw FilmFailure(.records, "A picture of \(picture.width)x\(picture.height) was not requested.")
        }
        let expected =
            picture.outcome.hasPlanes
            ? FilmRequest.pictureBytes(
                width: picture.width, height: picture.height, hasFullChroma: request.hasFullChroma) : 0
        guard length - FilmPicture.headBytes == expected, head.little(UInt32.self, at: 32) == UInt32(expected)
        else {
            throw FilmFailure(
                .records, "A picture of \(picture.width)x\(picture.height) in \(length) bytes was not requested.")
        }
        guard request.frames.indices.contains(picture.index),
            request.frames[picture.index].time == picture.wanted
        else { throw FilmFailure(.records, "A picture \(picture.index) of \(picture.wanted) us was not requested.") }
        planes.removeAll(keepingCapacity: true)
        try fill(&planes, expected, source)
        picture.planes = planes
        return picture
    }

    private func fill(_ bytes: inout [UInt8], _ count: Int, _ source: Source) throws {
        guard count > 0 else { return }
        guard try source(count, &bytes), bytes.count == count else {
            throw Self.endWithin
        }
    }
}
