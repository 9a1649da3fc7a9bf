public import ArgumentParser
public import WebVTT

extension Timestamp: ExpressibleByArgument {
    /// Parses seconds with a fraction, a number followed by `s`, `m`, `h` or `d`, or `hh:mm:ss.mmm`.
    public init?(argument: String) {
        if let time = Timestamp(parsing: argument, grammar: .human) {
            self = time
        } else {
            guard let length = RetentionArgument(argument: argument) else { return nil }
            self.init(milliseconds: Int64(length.milliseconds))
        }
    }
}
