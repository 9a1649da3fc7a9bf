import HTTPTypes

extension ConditionalGETResult {
    /// The error in place of the representation where a condition or range fails; nil where none does.
    var failure: ErrorResponse? {
        switch status {
        case .preconditionFailed:
            ErrorResponse(.preconditionFailed, "precondition_failed", "It is another version.", fields)
        case .rangeNotSatisfiable:
            ErrorResponse(.rangeNotSatisfiable, "range_not_satisfiable", "It has no such bytes.", fields)
        default: nil
        }
    }
}
