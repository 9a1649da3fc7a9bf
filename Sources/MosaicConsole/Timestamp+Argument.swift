public import ArgumentParser
public import WebVTT

extension Timestamp: ExpressibleByArgument {
    /// Reads seconds with a fraction, or `hh:mm:ss.mmm`.
    public init?(argument: String) { self.init(parsing: argument, grammar: .human) }
}
