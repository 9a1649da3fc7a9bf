#if Film
    import CLibAVUtil

    /// Turns decoded frames into the planes of a picture.
    final class FramePainter {
        /// Paints a frame: Y', Cb and Cr of the full range of JFIF, rows without a gap.
        ///
        /// - Returns: Whether the planes hold the frame; false for a format of samples that cannot be read.
        func paint(
            _ frame: UnsafePointer<AVFrame>, of facts: PictureFacts, into planes: inout [UInt8], width: Int,
            height: Int, hasFullChroma: Bool
        ) -> Bool {
            false
        }
    }

    /// Whether a picture shows nothing: black, white, a fade, one colour.
    func isNearlyUniform(_ planes: [UInt8], width: Int, height: Int) -> Bool {
        false
    }
#endif
