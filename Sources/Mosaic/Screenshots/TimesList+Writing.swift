package import WebVTT

extension Timestamp {
    /// `83.500`: seconds with three digits behind the point.
    package var decimalSeconds: String {
        "\(milliseconds / 1_000).\(String(1_000 + milliseconds % 1_000).dropFirst())"
    }
}

extension TimesList {
    /// The first line of a written list.
    private static let headings = "file,time,title\n"

    /// A list as text, which ``init(parsing:name:)`` reads: one line for each file, its time in seconds.
    package static func text(of files: [(name: String, time: Timestamp, title: String?)]) -> String {
        files.reduce(into: headings) { text, file in
            text += "\(file.name),\(file.time.decimalSeconds),\(file.title.map(quoted) ?? "")\n"
        }
    }

    /// A title in quotes, as spreadsheets write it; line ends become spaces.
    private static func quoted(_ title: String) -> String {
        let line = title.split { ["\n", "\r\n", "\r"].contains($0) }.joined(separator: " ")
        return "\"" + line.replacing("\"", with: "\"\"") + "\""
    }
}
