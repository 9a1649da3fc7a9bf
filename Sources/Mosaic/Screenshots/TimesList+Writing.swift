package import WebVTT

extension TimesList {
    /// The first line of a written list.
    private static let headings = "file,time,title\n"

    /// A list as text, which ``init(parsing:name:)`` reads: one line for each file, its time in seconds.
    package static func text(of files: [(name: String, time: Timestamp, title: String?)]) -> String {
        files.reduce(into: headings) { text, file in
            let (seconds, rest) = file.time.milliseconds.quotientAndRemainder(dividingBy: 1_000)
            let thousandths = String(1_000 + rest).dropFirst()
            text += "\(file.name),\(seconds).\(thousandths),\(file.title.map(quoted) ?? "")\n"
        }
    }

    /// A title in quotes, as spreadsheets write it; line ends become spaces.
    private static func quoted(_ title: String) -> String {
        let line = title.split { ["\n", "\r\n", "\r"].contains($0) }.joined(separator: " ")
        return "\"" + line.replacing("\"", with: "\"\"") + "\""
    }
}
