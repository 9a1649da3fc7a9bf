package import Mosaic

/// One rule that every object store keeps.
///
/// A test target runs `all` on its adapter, and `locking` as well if it has locks: each rule opens an empty store,
/// some of them twice, like two processes.
package struct ObjectStoreContract: Sendable, CustomStringConvertible {
    /// Opens one and the same store each time it is called.
    package typealias Opening = @Sendable () async throws -> any ObjectStore

    /// The expected behaviour, as a sentence.
    package let description: String
    /// Checks it; what fails is an issue of the running test.
    package let check: @Sendable (_ open: Opening) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any ObjectStore) async throws -> Void) {
        self.description = description
        self.check = { open in try await check(open()) }
    }

    init(_ description: String, opening check: @escaping @Sendable (Opening) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// Every rule that holds with and without locks.
    package static let all =
        writing + staging + versions + conditions + receiving + reading + opening + listing + paging + revisions + keys
        + removal + sharing
}
