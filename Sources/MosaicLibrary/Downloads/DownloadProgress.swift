/// Reads the progress from a downloader's output: the first percentage of a line, such as that in `[download]  42.0%
/// of 10.00MiB at 1.00MiB/s`.
struct DownloadProgress {
    /// Bytes of a line that are looked at.
    private static let longestLine = 4_096

    /// The last percentage, 0...100; nil before the first.
    private(set) var percent: Int?
    private var line: [UInt8] = []
    private var isTooLong = false

    /// Takes what the downloader has written since.
    mutating func take(_ bytes: [UInt8]) {
        for byte in bytes {
            // Programs that draw a bar end its line by a carriage return.
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                if !isTooLong { percent = Self.percent(in: line) ?? percent }
                (line, isTooLong) = ([], false)
            } else if line.count < Self.longestLine {
                line.append(byte)
            } else {
                isTooLong = true
            }
        }
    }

    /// The first number before a percent sign, without its fraction; nil where there is none up to 100.
    static func percent(in line: [UInt8]) -> Int? {
        for (index, byte) in line.enumerated() where byte == UInt8(ascii: "%") {
            let number = line[..<index].reversed().prefix { isDigit($0) || $0 == UInt8(ascii: ".") }.reversed()
            let whole = number.prefix(while: isDigit)
            guard (1...3).contains(whole.count), number.count(where: { !isDigit($0) }) < 2,
                let percent = Int(String(decoding: whole, as: UTF8.self)), percent <= 100
            else { continue }
            return percent
        }
        return nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
