#if Film
    import CLibAV
    import Glibc

    /// The rows of one component of a frame, or of one of its fields.
    struct SampleRows {
        let frame: UnsafePointer<AVFrame>
        let format: SampleFormat
        let component: Int
        let field: Field?
        /// The color behind a transparent picture; nil for an opaque one.
        let backing: SampleBacking?
        /// Number of samples in a row.
        let width: Int
        /// Number of rows.
        let height: Int

        /// A field of an interlaced frame: the rows captured at one time.
        enum Field {
            /// Rows 0, 2, 4...
            case top
            /// Rows 1, 3, 5...
            case bottom
        }

        init(
            _ frame: UnsafePointer<AVFrame>, _ format: SampleFormat, component: Int, field: Field?,
            backing: SampleBacking?
        ) {
            self.frame = frame
            self.format = format
            self.component = component
            self.field = field
            self.backing = backing
            width = format.width(of: component, in: Int(frame.pointee.width))
            let all = format.height(of: component, in: Int(frame.pointee.height))
            height =
                switch field {
                case nil: all
                case .top?: (all + 1) / 2
                case .bottom?: all / 2
                }
        }

        /// Bits of a sample.
        var depth: Int { format.components[component].depth }
        /// Bytes of a sample after reading.
        var sampleBytes: Int { depth > 8 || !format.components[component].isPlain ? 2 : 1 }

        /// The first row and the bytes from row to row, if the rows can be read in place; otherwise nil.
        var inPlace: (start: UnsafeRawPointer, stride: Int)? {
            guard backing == nil, format.components[component].isPlain, let (first, stride) = plane, stride != 0
            else { return nil }
            let isAligned = Int(bitPattern: first) % AlignedMemory.alignment == 0
            return isAligned && stride % AlignedMemory.alignment == 0 ? (first, stride) : nil
        }

        /// Copies a row, 0..<height, as samples of ``sampleBytes``, in front of the backing if there is one.
        func copy(_ row: Int, to target: UnsafeMutableRawPointer) {
            if format.components[component].isPlain {
                guard let (first, stride) = plane else { return }
                memcpy(target, first + row * stride, width * sampleBytes)
            } else if format.isPaletted {
                let shift = UInt32(16 - 8 * component)
                copyColors(frameRow(row), shift, to: target.assumingMemoryBound(to: UInt16.self))
            } else {
                unpack(frameRow(row), to: target)
            }
            backing?.show(through: self, row: row, target)
        }

        /// Copies the alpha of a row of the frame's pixels. The format must have alpha.
        func copyAlpha(_ row: Int, to target: UnsafeMutablePointer<UInt16>) {
            guard !format.isPaletted else { return copyColors(row, 24, to: target) }
            var data = pointers.map { UnsafePointer($0) }
            av_read_image_line2(
                target, &data, strides, format.descriptor, 0, Int32(row), Int32(format.alpha?.component ?? 0),
                frame.pointee.width, 0, 2)
        }

        /// The row of the frame for a row of the field.
        func frameRow(_ row: Int) -> Int {
            switch field {
            case nil: row
            case .top?: 2 * row
            case .bottom?: 2 * row + 1
            }
        }

        private var plane: (first: UnsafeRawPointer, stride: Int)? {
            let all = format.descriptor.pointee.comp
            let plane = Int([all.0, all.1, all.2][component].plane)
            guard let data = pointers[plane] else { return nil }
            let stride = Int(strides[plane])
            return (UnsafeRawPointer(data) + frameRow(0) * stride, field == nil ? stride : 2 * stride)
        }

        private var pointers: [UnsafeMutablePointer<UInt8>?] {
            let data = frame.pointee.data
            return [data.0, data.1, data.2, data.3]
        }

        private var strides: [Int32] {
            let strides = frame.pointee.linesize
            return [strides.0, strides.1, strides.2, strides.3]
        }

        /// A palette has 256 numbers of 32 bits: alpha, red, green, blue from the highest byte on.
        private func copyColors(_ row: Int, _ shift: UInt32, to target: UnsafeMutablePointer<UInt16>) {
            guard let indices = pointers[0], let palette = pointers[1] else { return }
            let colors = UnsafeRawPointer(palette)
            let samples = indices + row * Int(strides[0])
            for column in 0..<width {
                let color = colors.loadUnaligned(fromByteOffset: 4 * Int(samples[column]), as: UInt32.self)
                target[column] = UInt16(color >> shift & 255)
            }
        }

        private func unpack(_ row: Int, to target: UnsafeMutableRawPointer) {
            var data = pointers.map { UnsafePointer($0) }
            av_read_image_line2(
                target, &data, strides, format.descriptor, 0, Int32(row), Int32(component), Int32(width), 0, 2)
            let stored = format.components[component].storedDepth
            guard stored < depth else { return }
            let samples = target.assumingMemoryBound(to: UInt16.self)
            let (most, mostStored) = (UInt32(1) << UInt32(depth) - 1, UInt32(1) << UInt32(stored) - 1)
            for column in 0..<width { samples[column] = UInt16(UInt32(samples[column]) * most / mostStored) }
        }
    }

    /// The layout of a frame's samples in memory, by libav's description of its format.
    struct SampleFormat {
        /// One component: luma, red, and so on.
        struct Component {
            /// Bits of a sample after reading, 8...16.
            let depth: Int
            /// Bits of a sample in memory, 1...16.
            let storedDepth: Int
            /// Whether the samples are adjacent in a separate plane, in the byte order of this machine.
            let isPlain: Bool
        }

        /// libav's number of the format.
        let number: Int32
        let descriptor: UnsafePointer<AVPixFmtDescriptor>
        /// Gray, or Y', Cb and Cr, or red, green and blue; without alpha.
        let components: [Component]
        /// The number of the component with alpha, and the bits of its samples; nil in an opaque format.
        let alpha: (component: Int, depth: Int)?
        let isRGB: Bool
        /// Whether samples are indices into a palette of 256 colours.
        let isPaletted: Bool
        /// Whether samples use the full range of levels unless the frame states otherwise: true for RGB, libav's JPEG
        /// formats, and gray, which libav writes and shows in full range.
        let isFullRange: Bool
        /// Whether samples use the full range of levels, even if the frame states otherwise.
        let isAlwaysFullRange: Bool
        /// Logarithm of the number of columns for each sample of chroma, to the base 2.
        let chromaShiftX: Int
        /// Logarithm of the number of rows for each sample of chroma, to the base 2.
        let chromaShiftY: Int

        /// Nil for a format that is not read: pictures in the memory of a device, floating point, sensor data, XYZ
        /// colors, and samples that do not begin at bytes.
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
                // A format with one or two components is gray, without or with alpha.
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

        /// Whether a component is chroma, which may have fewer samples than the picture has pixels.
        func isChroma(_ component: Int) -> Bool { component > 0 && !isRGB }

        /// Number of samples in a row of a component, in a frame of `pixels` columns.
        func width(of component: Int, in pixels: Int) -> Int {
            isChroma(component) ? (pixels + (1 << chromaShiftX) - 1) >> chromaShiftX : pixels
        }

        /// Number of rows of a component, in a frame of `rows` rows.
        func height(of component: Int, in rows: Int) -> Int {
            isChroma(component) ? (rows + (1 << chromaShiftY) - 1) >> chromaShiftY : rows
        }
    }
#endif
