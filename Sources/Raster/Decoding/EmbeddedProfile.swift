internal import CCodecs
internal import TiledJPEG

extension ScreenshotFile {
    /// The bytes of the ICC profile; nil without a profile of at most ``ICCProfile/maximumBytes``.
    var profile: [UInt8]? {
        guard header.hasICCProfile else { return nil }
        switch header.format {
        case .jpeg: return JPEGProfile.read(bytes)
        case .png: return Self.profile(ofPNG: bytes)
        case .webp, .gif: return nil
        }
    }

    private static func profile(ofPNG bytes: [UInt8]) -> [UInt8]? {
        let capacity = ICCProfile.maximumBytes
        let profile = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
            // At most `capacity` bytes are written, which is the buffer's size.
            written = unsafe bytes.withUnsafeBufferPointer { file in
                unsafe codec_png_profile(file.baseAddress, file.count, buffer.baseAddress, capacity)
            }
        }
        return profile.isEmpty ? nil : profile
    }
}
