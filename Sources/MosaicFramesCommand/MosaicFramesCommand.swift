#if Film
    import CFilm
    import CLibAVCodec
    import CLibAVFormat
    import CLibAVUtil
    import FilmRecords
    import Glibc

    @main
    enum MosaicFramesCommand {
        static func main() {
            print(avformat_version(), avcodec_version(), avutil_version(), cfilm_enter_sandbox(0))
        }
    }
#else
    #if canImport(Glibc)
        import Glibc
    #else
        import Darwin
    #endif

    /// Without libav there is nothing to read films by.
    @main
    enum MosaicFramesCommand {
        /// `EX_UNAVAILABLE` of sysexits.h.
        private static let unavailable: Int32 = 69

        static func main() {
            let sentence = "mosaic-frames: It was built without libav; swift build --traits Film builds it.\n"
            _ = sentence.withCString { write(2, $0, strlen($0)) }
            exit(unavailable)
        }
    }
#endif
