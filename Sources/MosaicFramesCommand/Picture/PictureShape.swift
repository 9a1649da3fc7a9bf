#if Film
    /// The sizes of a picture's planes before it is turned upright, and which pixels share a sample of chroma.
    struct PictureShape: Hashable {
        /// Pixels from left to right.
        let width: Int
        /// Pixels from top to bottom.
        let height: Int
        /// Whether each pixel has a separate chroma sample.
        let hasFullChroma: Bool
        /// Pixels that the first sample of chroma lacks on its left, 0 or 1: in an odd picture that is turned, pairs of
        /// pixels begin at the other side.
        let leadX: Int
        /// Pixels that the first sample of chroma lacks above it, 0 or 1.
        let leadY: Int

        /// The shape that becomes a size when it is made upright.
        init(width: Int, height: Int, hasFullChroma: Bool, _ orientation: PictureOrientation) {
            self.width = orientation.swapsSides ? height : width
            self.height = orientation.swapsSides ? width : height
            self.hasFullChroma = hasFullChroma
            leadX = !hasFullChroma && orientation.reversesColumns ? self.width % 2 : 0
            leadY = !hasFullChroma && orientation.reversesRows ? self.height % 2 : 0
        }

        private init(fullChromaOf shape: PictureShape) {
            width = shape.width
            height = shape.height
            hasFullChroma = true
            leadX = 0
            leadY = 0
        }

        /// The same shape with a chroma sample for each pixel.
        var withFullChroma: PictureShape { PictureShape(fullChromaOf: self) }

        /// Samples of chroma from left to right.
        var chromaWidth: Int { hasFullChroma ? width : (width + 1) / 2 }
        /// Samples of chroma from top to bottom.
        var chromaHeight: Int { hasFullChroma ? height : (height + 1) / 2 }

        /// The row of chroma of a row of pixels.
        func chromaRow(_ row: Int) -> Int { hasFullChroma ? row : (row + leadY) / 2 }

        /// The rows of pixels of a row of chroma.
        func rows(of chromaRow: Int) -> Range<Int> {
            guard !hasFullChroma else { return chromaRow..<chromaRow + 1 }
            return max(0, 2 * chromaRow - leadY)..<min(height, 2 * chromaRow - leadY + 2)
        }
    }
#endif
