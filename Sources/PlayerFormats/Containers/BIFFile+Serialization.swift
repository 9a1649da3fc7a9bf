package import WebVTT

extension BIFFile {
    /// A file of these pictures, whose times are exact: the multiplier is the largest number of milliseconds that divides
    /// all of them.
    ///
    /// - Parameter images: JPEG files in ascending order of time.
    /// - Throws: `refused` for times that do not ascend and empty pictures; `limitExceeded` for times and sizes that do not
    ///   fit 32 bits.
    package static func serialized(
        _ images: [(time: Timestamp, bytes: [UInt8])]
    ) throws(ThumbnailFormatError) -> [UInt8] {
        var file = try index(images.map { ($0.time, $0.bytes.count) })
        file.reserveCapacity(file.count + images.reduce(0) { $0 + $1.bytes.count })
        for image in images { file.append(contentsOf: image.bytes) }
        return file
    }

    /// Header and index of a file, after which the pictures follow without gaps: for files that are written in parts.
    ///
    /// - Parameter images: Times in ascending order, and bytes of each picture.
    /// - Throws: As ``serialized(_:)``.
    package static func index(_ images: [(time: Timestamp, size: Int)]) throws(ThumbnailFormatError) -> [UInt8] {
        let multiplier = try multiplier(of: images.map(\.time))
        var file = signature
        file.reserveCapacity(headerLength + entryLength * (images.count + 1))
        file.append(littleEndian: 0)
        file.append(littleEndian: UInt32(clamping: images.count))
        file.append(littleEndian: UInt32(multiplier))
        file.append(contentsOf: repeatElement(0, count: headerLength - file.count))
        var offset = headerLength + entryLength * (images.count + 1)
        for (position, image) in images.enumerated() {
            let step = image.time.milliseconds / multiplier
            guard image.size > 0 else {
                throw ThumbnailFormatError(.refused, "image \(position)", "It is empty.")
            }
            // The largest number marks the end of the index.
            guard step < UInt32.max, offset + image.size <= UInt32.max else {
                throw ThumbnailFormatError(
                    .limitExceeded, "image \(position)",
                    "Its time, \(image.time.milliseconds) ms, or its end, byte \(offset + image.size), exceeds 32 bits."
                )
            }
            file.append(littleEndian: UInt32(step))
            file.append(littleEndian: UInt32(offset))
            offset += image.size
        }
        file.append(littleEndian: .max)
        file.append(littleEndian: UInt32(clamping: offset))
        return file
    }

    /// The greatest common divisor of all times; that of the format where all are 0.
    private static func multiplier(of times: [Timestamp]) throws(ThumbnailFormatError) -> Int64 {
        var divisor: Int64 = 0
        for (position, time) in times.enumerated() {
            guard position == 0 || times[position - 1] < time else {
                throw ThumbnailFormatError(
                    .refused, "image \(position)",
                    "It begins at \(time.milliseconds) ms, and the one before it at \(times[position - 1].milliseconds) ms."
                )
            }
            var rest = time.milliseconds
            while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        }
        guard divisor <= UInt32.max else {
            throw ThumbnailFormatError(
                .limitExceeded, "header", "All times are multiples of \(divisor) ms, which exceeds 32 bits.")
        }
        return divisor == 0 ? 1000 : divisor
    }
}
