import MosaicSystem

/// A flag that is followed by `yes` or `no`, which would be read as another film.
struct FlagWithValue: CustomStringConvertible {
    private static let values: Set<String> = ["yes", "no", "true", "false", "on", "off"]
    private static let flags: Set<String> = [
        "--accept-damaged", "--avoid-blank", "--chapters", "--dry-run", "--exact-start", "--json", "--nice", "--pad",
        "--preview", "--prune", "--quiet", "--read-only", "--regrid", "--replace", "--resume", "--strict", "--uniform",
    ]

    private let flag: String
    private let value: String

    /// Finds the first such flag; `nil` without one, and if a file has the name of the value.
    init?(in arguments: [String]) {
        let options = arguments.prefix { $0 != "--" }
        let pair = zip(options, options.dropFirst()).first { flag, value in
            Self.flags.contains(flag) && Self.values.contains(value) && FileStatus(path: value) == nil
        }
        // The jobs of `submit` have a list of chapters.
        guard let pair, arguments.first != "submit" || pair.0 != "--chapters" else { return nil }
        (flag, value) = pair
    }

    var description: String { "\(flag) is a switch, and takes no value such as '\(value)'." }
}
