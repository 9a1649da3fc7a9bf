import Foundation

/// A thread of its own for what blocks.
enum LoopbackThread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread(body)
    }
}
