import Foundation
import GRDB
import Synchronization

/// Who changes a file, among the tasks of this process.
///
/// A change that is not flushed to the disk takes some tens of microseconds, and so does handing it to another thread and
/// waiting for that one. It is made on the caller's thread where nobody is at it: neither a task here nor another process.
final class WritingTurn: Sendable {
    /// Whether the caller's thread is not to be kept waiting.
    @TaskLocal private static var isHasty = false

    private let waiting = Mutex(0)

    /// Takes the turn if nobody has it or waits for it.
    func takeIfFree() -> Bool {
        waiting.withLock { count in
            guard count == 0 else { return false }
            count = 1
            return true
        }
    }

    /// Waits in line; somebody else keeps the order.
    func join() { waiting.withLock { $0 += 1 } }

    /// Ends what `takeIfFree` or `join` began.
    func leave() { waiting.withLock { $0 -= 1 } }

    /// Does something that fails with `SQLITE_BUSY` at once where another process holds the file.
    static func hastily<Value>(_ body: () throws -> Value) rethrows -> Value {
        try $isHasty.withValue(true, operation: body)
    }

    /// Waits for other processes up to 10 s, without a hurry.
    static let patience = Database.BusyMode.callback { tries in
        guard !isHasty, tries < 2_000 else { return false }
        // SQLite has nobody wait in line: whoever looks more often comes first.
        Thread.sleep(forTimeInterval: tries < 20 ? 0.001 : 0.005)
        return true
    }
}
