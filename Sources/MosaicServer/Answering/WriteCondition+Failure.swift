import HTTPSemantics

extension WriteCondition {
    /// Makes sure that the change may be made.
    ///
    /// - Parameter current: The validators of the version that is there now; nil where there is none.
    /// - Throws: `preconditionFailed`.
    func require(_ current: Validators?) throws(RequestError) {
        guard holds(for: current, now: .now) else {
            throw RequestError(.preconditionFailed, "It is another version.")
        }
    }
}
