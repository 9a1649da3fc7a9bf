import HTTPTypes

extension ReadAnswer {
    /// The error in place of the representation where a condition or range fails; nil where none does.
    var failure: ErrorAnswer? {
        switch status {
        case .preconditionFailed:
            ErrorAnswer(.preconditionFailed, "precondition_failed", "It is another version.", fields)
        case .rangeNotSatisfiable:
            ErrorAnswer(.rangeNotSatisfiable, "range_not_satisfiable", "It has no such bytes.", fields)
        default: nil
        }
    }
}
