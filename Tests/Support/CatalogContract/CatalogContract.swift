import Mosaic

public import MosaicLibrary

/// One rule that every catalog keeps.
///
/// A test target runs `all` on its adapter: each rule opens what was empty before, some of them twice, as two processes
/// would.
public struct CatalogContract: Sendable, CustomStringConvertible {
    /// Opens one and the same catalog each time it is called.
    public typealias Opening = @Sendable () async throws -> any Catalog

    /// What is expected, as a sentence.
    public let description: String
    /// Checks it; what fails is an issue of the running test.
    public let check: @Sendable (_ open: Opening) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any Catalog) async throws -> Void) {
        self.description = description
        self.check = { open in try await check(open()) }
    }

    init(_ description: String, opening check: @escaping @Sendable (Opening) async throws -> Void) {
        self.description = description
        self.check = check
    }

    /// Every rule.
    public static let all =
        storyboards + pages + searches + submissions + leases + changes + counts + sharing + retention
}
