#if Film
    import CFilm
    import CLibAV

    /// How one frame is to be shown: its own statements, then those of its film.
    struct FrameShape {
        let orientation: PictureOrientation
        /// The field of which alone the frame consists; nil for a whole picture.
        let singleField: SampleRows.Field?
        /// Pixels from left to right as shown, with square pixels and upright.
        let width: Int
        /// Pixels from top to bottom as shown.
        let height: Int

        init(_ frame: Frame, of facts: PictureFacts) {
            let samples = frame.pointer.pointee
            orientation = frame.orientation ?? facts.orientation
            singleField = facts.singleField(of: frame.pointer)
            let height = Int(samples.height) * (singleField == nil ? 1 : 2)
            (width, self.height) = PictureFacts.shownSize(
                width: Int(samples.width), height: height, facts.sampleAspect(of: frame.pointer), orientation)
        }
    }
#endif
