#if Film
    import CLibAV

    /// How the samples of a frame lie in memory, by libav's description of its format.
    struct SampleFormat {
        /// One component: luma, red, and so on.
        struct Component {
            /// Bits of a sample as it is read, 8...16.
            let depth: Int
            /// Bits of a sample as it lies in memory, 1...16.
            let storedDepth: Int
            /// Whether the samples lie beside each other in a plane of their own, in the byte order of this machine.
            let isPlain: Bool
        }

        /// libav's number of it.
        let number: Int32
        let descriptor: UnsafePointer<AVPixFmtDescriptor>
        /// Gray, or Y', Cb and Cr, or red, green and blue; alpha is left out.
        let components: [Component]
        /// The number of the component with alpha, and the bits of its samples; nil in an opaque format.
        let alpha: (component: Int, depth: Int)?
        let isRGB: Bool
        /// Whether samples are indices into a palette of 256 colours.
        let isPaletted: Bool
        /// Whether samples use all levels unless the frame states otherwise: true of RGB, of libav's JPEG formats,
        /// and of gray, which libav writes and shows like that.
        let isFullRange: Bool
        /// Whether samples use all levels, also if the frame states otherwise.
        let isAlwaysFullRange: Bool
        /// Chroma has a sample for 1, 2, 4... columns: the power of two.
        let chromaShiftX: Int
        /// Chroma has a sample for 1, 2, 4... rows: the power of two.
        let chromaShiftY: Int

        /// Nil for a format that is not read: pictures in the memory of a device, floating point, sensors, and samples
        /// that do not begin at bytes.
        init?(_ number: Int32) {
            guard let descriptor = av_pix_fmt_desc_get(AVPixelFormat(number)) else { return nil }
            let flags = descriptor.pointee.flags
            let unread = AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_FLOAT
            guard flags & UInt64(unread | AV_PIX_FMT_FLAG_BAYER) == 0 else { return nil }
            let name = String(cString: descriptor.pointee.name)
            guard !name.hasPrefix("xyz") else { return nil }
            self.number = number
            self.descriptor = descriptor
            isPaletted = flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
            isRGB = isPaletted || flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
            isAlwaysFullRange = isRGB || name.hasPrefix("yuvj")
            chromaShiftX = Int(descriptor.pointee.log2_chroma_w)
            chromaShiftY = Int(descriptor.pointee.log2_chroma_h)
            if isPaletted {
                components = Array(repeating: Component(depth: 8, storedDepth: 8, isPlain: false), count: 3)
                alpha = (3, 8)
            } else {
                // The components of a format with one or two are gray and alpha.
                let count = descriptor.pointee.nb_components < 3 ? 1 : 3
                let isSwapped = flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
                let all = descriptor.pointee.comp
                let last = count == 1 ? all.1 : all.3
                alpha = flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0 ? (count, Int(last.depth)) : nil
                components = [all.0, all.1, all.2].prefix(count).map { component in
                    let bytes: Int32 = component.depth > 8 ? 2 : 1
                    return Component(
                        depth: max(8, Int(component.depth)), storedDepth: Int(component.depth),
                        isPlain: component.depth >= 8 && component.step == bytes && component.offset == 0
                            && component.shift == 0
                            && !(isSwapped && bytes == 2))
                }
            }
            isFullRange = isAlwaysFullRange || components.count == 1
            guard components.allSatisfy({ (1...16).contains($0.storedDepth) }) else { return nil }
        }

        /// Whether a component has fewer samples than the picture has pixels.
        func isChroma(_ component: Int) -> Bool { component > 0 && !isRGB }

        /// Samples of a component from left to right in a frame of `pixels` columns.
        func width(of component: Int, in pixels: Int) -> Int {
            isChroma(component) ? (pixels + (1 << chromaShiftX) - 1) >> chromaShiftX : pixels
        }

        /// Rows of a component in a frame of `rows` rows.
        func height(of component: Int, in rows: Int) -> Int {
            isChroma(component) ? (rows + (1 << chromaShiftY) - 1) >> chromaShiftY : rows
        }
    }
#endif
