/// An option under a name that it does not have any more, and its present name.
struct RenamedOption: CustomStringConvertible {
    private static let names = [
        "--adopt": "--replace", "--composers": "--jobs", "--data": "--library", "--max": "--max-cues",
        "--workers": "--jobs",
    ]

    private let former: String
    private let name: String

    /// Finds the first renamed option; nil without one.
    init?(in arguments: [String]) {
        let takesFlag = arguments.first != "submit"
        if takesFlag, arguments.prefix(while: { $0 != "--" }).contains(where: { $0.hasPrefix("--chapters=") }) {
            (former, name) = ("--chapters=FILE", "--chapters-file FILE")
            return
        }
        let options = arguments.prefix { $0 != "--" }.map { String($0.prefix { $0 != "=" }) }
        guard let former = options.first(where: { Self.names[$0] != nil }), let name = Self.names[former] else {
            return nil
        }
        (self.former, self.name) = (former, name)
    }

    var description: String { "The option \(former) is called \(name)." }
}
