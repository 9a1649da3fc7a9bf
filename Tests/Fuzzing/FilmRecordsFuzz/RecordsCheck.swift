import FilmProtocol

/// Invariants of every stream of records, and of every message of the parent.
enum RecordsCheck {
    /// A request for small pictures; none for every fourth number.
    static func request(_ control: UInt8) -> FilmRequest? {
        guard control & 3 != 3 else { return nil }
        return FilmRequest(
            width: 1 + Int(control >> 2 & 7), height: 1 + Int(control >> 5), hasFullChroma: control & 3 == 1,
            frames: [5, 6, 70].map { FilmRequest.Frame(time: $0, choice: .key) })
    }

    /// Ends the process where something does not hold.
    static func check(_ bytes: [UInt8], request: FilmRequest?) {
        var reader = FilmRecordReader()
        reader.request = request
        var rest = bytes[...]
        var written: [UInt8] = []
        var planes: [UInt8] = []
        // A picture of another shape has one requested side.
        let longest = FilmRequest.pictureBytes(
            width: FilmRequest.longestSide, height: max(request?.width ?? 0, request?.height ?? 0), hasFullChroma: true)
        let limit = max(FilmHeader.longestText, longest)
        do {
            while let record = try reader.next(
                planes: planes,
                from: { count, bytes in
                    precondition(count <= limit, "more bytes are asked for than any record has")
                    guard !rest.isEmpty else { return false }
                    bytes += rest.prefix(count)
                    rest = rest.dropFirst(count)
                    return true
                })
            {
                check(record, request)
                written += record.bytes
                planes = if case .picture(let picture) = record { picture.planes } else { [] }
            }
            precondition(rest.isEmpty, "bytes are left")
        } catch {
            precondition((error as? FilmFailure)?.code == .records, "an error of another kind")
        }
        // Text that is not UTF-8, and the reserve of pictures, are written otherwise than they were read.
        precondition(written.count <= 4 * bytes.count, "reading makes more of less")
        checkRequest(bytes)
    }

    private static func check(_ record: FilmRecord, _ request: FilmRequest?) {
        guard case .picture(let picture) = record else { return }
        guard let request, request.frames.indices.contains(picture.index) else {
            preconditionFailure("a picture that was not requested")
        }
        precondition(picture.wanted == request.frames[picture.index].time, "a time that was not requested")
        precondition(picture.width >= request.width && picture.height >= request.height, "a smaller size")
        precondition(picture.width == request.width || picture.height == request.height, "another size")
        let bytes = FilmRequest.pictureBytes(
            width: picture.width, height: picture.height, hasFullChroma: request.hasFullChroma)
        precondition(picture.planes.count == (picture.outcome.hasPlanes ? bytes : 0), "other planes")
    }

    private static func checkRequest(_ bytes: [UInt8]) {
        guard let (request, count) = FilmRequest.head(Array(bytes.prefix(FilmRequest.headBytes))) else { return }
        precondition(count <= FilmRequest.mostFrames && request.pictureBytes > 0 && request.background < 1 << 24)
        let frames = bytes.dropFirst(FilmRequest.headBytes)
        if let frame = FilmRequest.frame(frames.prefix(FilmRequest.frameBytes)) {
            precondition(frame.time >= 0 && frame.reach >= 0)
        }
    }
}
