extension RestartGrid {
    /// Cuts a rectangle out as a stand-alone JPEG of the rectangle's size; nothing is decoded.
    ///
    /// - Throws: `outOfRange`, `misaligned`; see ``tile(at:)``.
    public func extract(_ rect: PixelRect) throws(TiledJPEGError) -> [UInt8] {
        try tile(at: rect).encoded()
    }

    /// The tile whose visible pixels are `rect`.
    ///
    /// The rectangle begins where an interval begins, and the MCUs that its width covers are whole intervals. It may
    /// end inside its last MCUs: the pixels after it are kept, but not shown. O(1).
    ///
    /// - Throws: `outOfRange` for a rectangle that is empty or does not lie within the picture, `misaligned` for one
    ///   that would cut an interval or an MCU.
    public func tile(at rect: PixelRect) throws(TiledJPEGError) -> EncodedTile {
        guard rect.lies(within: size) else {
            throw TiledJPEGError(.outOfRange, "rectangle \(rect)", "The picture has only \(size) pixels.")
        }
        let interval = format.intervalSize
        guard rect.x.isMultiple(of: interval.width), rect.y.isMultiple(of: interval.height) else {
            throw TiledJPEGError(
                .misaligned, "rectangle \(rect)",
                "It has to begin at a multiple of \(interval), the size of a restart interval.")
        }
        let mcus = (rect.width + format.mcuSize.width - 1) / format.mcuSize.width
        guard mcus.isMultiple(of: format.restartInterval) else {
            throw TiledJPEGError(
                .misaligned, "rectangle \(rect)",
                "It covers \(mcus) MCUs in a row, and a restart interval of \(format.restartInterval) has no end there."
            )
        }
        return EncodedTile(
            unchecked: rect.size, in: self, column: rect.x / interval.width, row: rect.y / interval.height,
            columns: mcus / format.restartInterval, rows: (rect.height + interval.height - 1) / interval.height)
    }
}
