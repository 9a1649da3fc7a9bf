extension WriteCondition {
    /// Throws where the condition fails.
    ///
    /// - Parameter current: The validators of the current version; nil where there is none.
    /// - Throws: `preconditionFailed`.
    func require(_ current: Validators?) throws(RequestError) {
        guard holds(for: current, now: .now) else {
            throw RequestError(.preconditionFailed, "It is another version.")
        }
    }
}
