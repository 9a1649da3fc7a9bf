import SystemMemory

/// How short of memory the system is.
public enum MemoryPressure: String, Sendable, CaseIterable {
    /// It would be well to hold less.
    case low
    /// The system may end the process.
    case critical
}

extension MemoryPressure {
    init(_ level: PressureLevel) {
        switch level {
        case .low: self = .low
        case .critical: self = .critical
        }
    }
}
