/// How short of memory the system is.
package enum PressureLevel: String, Sendable {
    /// It would be well to hold less.
    case low
    /// The system may end the process.
    case critical
}
