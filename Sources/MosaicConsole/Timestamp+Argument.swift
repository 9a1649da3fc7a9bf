public import ArgumentParser
public import WebVTT

extension Timestamp: ExpressibleByArgument {
    /// Reads seconds with a fraction, a number with `s`, `m`, `h` or `d` behind it, or `hh:mm:ss.mmm`.
    public init?(argument: String) {
        if let time = Timestamp(parsing: argument, grammar: .human) {
            self = time
        } else {
            guard let length = KeepTime(argument: argument) else { return nil }
            self.init(milliseconds: Int64(length.milliseconds))
        }
    }
}
