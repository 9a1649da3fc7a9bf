public import Foundation
import Mosaic
import Synchronization

public import MosaicLibrary

/// One rule that every catalog keeps.
///
/// A test target runs `all` on its adapter: each rule opens an empty catalog, some of them twice, like two processes.
public struct CatalogContract: Sendable, CustomStringConvertible {
    /// Opens the same catalog at each call, with the clock that decides when jobs are due.
    public typealias Opening = @Sendable (_ clock: @escaping @Sendable () -> Date) async throws -> any Catalog

    /// The clock of the rule's catalogs; advances only when set.
    @TaskLocal static var clock = Clock()

    /// The expected behaviour, as a sentence.
    public let description: String
    /// Checks it; what fails is an issue of the running test.
    public let check: @Sendable (_ open: Opening) async throws -> Void

    init(_ description: String, _ check: @escaping @Sendable (any Catalog) async throws -> Void) {
        self.init(description, opening: { open in try await check(open()) })
    }

    init(
        _ description: String,
        opening check: @escaping @Sendable (@Sendable () async throws -> any Catalog) async throws -> Void
    ) {
        self.description = description
        self.check = { open in
            let clock = Clock()
            try await Self.$clock.withValue(clock) { try await check { try await open { clock.now } } }
        }
    }

    /// Every rule.
    public static let all =
        storyboards + pages + searches + submissions + leases + changes + counts + sharing + retention
}

extension CatalogContract {
    /// A clock that stands still at one moment.
    final class Clock: Sendable {
        private let moment = Mutex(Sample.date(0))

        var now: Date {
            get { moment.withLock { $0 } }
            set { moment.withLock { $0 = newValue } }
        }
    }
}

extension Catalog {
    /// The catalog with the clock set to `seconds`.
    func at(_ seconds: Double) -> Self {
        CatalogContract.clock.now = Sample.date(seconds)
        return self
    }
}
