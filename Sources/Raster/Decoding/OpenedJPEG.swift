internal import CCodecs
internal import TiledJPEG

/// A JPEG with its header read and its scale chosen.
struct OpenedJPEG {
    let layout: CodecJPEGLayout
    let planes: [CodecJPEGPlane]
    /// Bytes that decoding will hold at its peak.
    let workingBytes: Int

    init(_ frame: CodecJPEGFrame, _ planes: [CodecJPEGPlane], overhead: Int) {
        layout = frame.layout
        switch frame.layout {
        case .gray: self.planes = Array(planes.prefix(1))
        case .planes: self.planes = planes
        case .pixels: self.planes = Array(planes.prefix(1))
        }
        // Pixels are split into three planes of one size.
        let copies = frame.layout == .pixels ? 3 : 1
        workingBytes = self.planes.reduce(frame.coefficient_bytes + overhead) { $0 + copies * $1.writtenBytes }
    }
}

extension CodecJPEGPlane {
    var horizontal: Plane.Density {
        Plane.Density(samples: Int(horizontal_numerator), pixels: Int(horizontal_denominator))
    }

    var vertical: Plane.Density { Plane.Density(samples: Int(vertical_numerator), pixels: Int(vertical_denominator)) }

    /// Bytes that hold every sample that is written.
    var writtenBytes: Int { Plane.stride(forWidth: Int(written_width)) * Int(written_height) }

    /// The plane that shows the picture, in a buffer of at least `writtenBytes`.
    func plane(in buffer: PlaneBuffer) -> Plane {
        Plane(
            size: PixelSize(width: Int(width), height: Int(height)),
            stride: Plane.stride(forWidth: Int(written_width)), horizontal: horizontal, vertical: vertical,
            buffer: buffer)
    }
}
