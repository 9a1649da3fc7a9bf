#if Film
    import CFilm
    import CLibAV
    import FilmProtocol
    import Glibc

    /// Reads the film on descriptor 0 for the parent process. The parent requests frames on descriptor 3 and reads
    /// records from descriptor 1.
    @main
    enum MosaicFramesCommand {
        /// `EX_USAGE` of sysexits.h.
        private static let usage: Int32 = 64
        /// Maximum address space, in bytes.
        private static let mostMemory: UInt64 = 2 << 30
        /// Maximum CPU time, in seconds: a hostile film could otherwise take forever.
        private static let mostTime: rlim_t = 3_600
        private static let output = RecordOutput(descriptor: 1)

        static func main() {
            if CommandLine.arguments.dropFirst() == ["--version"] {
                print(ProgramVersion.text, terminator: "")
                exit(0)
            }
            guard let kills = sandboxKills(CommandLine.arguments.dropFirst()) else {
                complain("Usage: mosaic-frames [--sandbox deny|kill], run by mosaic; mosaic-frames --version")
                exit(usage)
            }
            signal(SIGPIPE, SIG_IGN)
            // Replaces libav's own logging, which queries the type of stderr.
            cfilm_note_complaints()
            do throws(FilmFailure) {
                let progress = ProgressReporter(output: output)
                let file = try FilmFile(descriptor: 0, progress: progress)
                try confine(kills: kills)
                let film = try Film(file, progress: progress)
                output.write(.header(json: film.header.text))
                let server = FrameServer(film, output: output, progress: progress)
                let requests = RequestInput(descriptor: 3)
                while let request = requests.next() { server.serve(request) }
                exit(0)
            } catch {
                output.write(.failure(error))
                exit(1)
            }
        }

        private static func sandboxKills(_ arguments: ArraySlice<String>) -> Bool? {
            switch Array(arguments) {
            case [], ["--sandbox", "deny"]: false
            case ["--sandbox", "kill"]: true
            default: nil
            }
        }

        /// Denies everything but reading and decoding. Called before the first byte of the film is read.
        private static func confine(kills: Bool) throws(FilmFailure) {
            cfilm_load_tables()
            var time = rlimit(rlim_cur: mostTime, rlim_max: mostTime)
            guard setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time) == 0 else {
                throw FilmFailure(.system, "The system refuses to limit the time of reading films (errno \(errno)).")
            }
            let errors = [
                cfilm_limit_resources(mostMemory), cfilm_forbid_tracing(), cfilm_enter_sandbox(kills ? 1 : 0),
            ]
            if let error = errors.first(where: { $0 != 0 }) {
                throw FilmFailure(.system, "The system refuses to confine the reading of films (errno \(error)).")
            }
        }

        private static func complain(_ sentence: String) {
            _ = "\(sentence)\n".withCString { write(2, $0, strlen($0)) }
        }
    }
#else
    #if canImport(Glibc)
        import Glibc
    #else
        import Darwin
    #endif

    /// Without libav, films cannot be read.
    @main
    enum MosaicFramesCommand {
        /// `EX_UNAVAILABLE` of sysexits.h.
        private static let unavailable: Int32 = 69

        static func main() {
            if CommandLine.arguments.dropFirst() == ["--version"] {
                print(ProgramVersion.text, terminator: "")
                exit(0)
            }
            let sentence = "mosaic-frames: It was built without libav; swift build --traits Film builds it.\n"
            _ = sentence.withCString { write(2, $0, strlen($0)) }
            exit(unavailable)
        }
    }
#endif
