import CMosaicSystem

#if Film
    import CLibAV
    import CLibSeccomp
    import CLibZimg
#endif

/// Text of `mosaic-frames --version`.
enum ProgramVersion {
    /// The version alone in the first line, then the commit and each linked library.
    static var text: String {
        let lines = [MOSAIC_VERSION, "commit \(String(cString: ctoolversion_commit()))"] + libraries
        return lines.map { $0 + "\n" }.joined()
    }

    #if Film
        private static var libraries: [String] {
            var lines = [
                ("libavformat", avformat_version()), ("libavcodec", avcodec_version()), ("libavutil", avutil_version()),
            ].map { name, number in "\(name) \(number >> 16).\(number >> 8 & 0xff).\(number & 0xff)" }
            if let version = seccomp_version()?.pointee {
                lines.append("libseccomp \(version.major).\(version.minor).\(version.micro)")
            }
            var (major, minor, micro): (UInt32, UInt32, UInt32) = (0, 0, 0)
            zimg_get_version_info(&major, &minor, &micro)
            return lines + ["zimg \(major).\(minor).\(micro)"]
        }
    #else
        private static let libraries: [String] = []
    #endif
}
