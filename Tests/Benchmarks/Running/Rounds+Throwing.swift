extension Rounds {
    /// Runs contestants that may fail; the first failure of any is thrown at the end.
    init(_ count: Int, throwing contestants: [() throws -> Void]) throws {
        var failure: (any Error)?
        let silenced = contestants.map { contestant in
            {
                do { try contestant() } catch { failure = failure ?? error }
            }
        }
        self.init(max(count, 1), silenced)
        if let failure { throw failure }
    }
}
