import Foundation

/// A separate thread for blocking work.
enum LoopbackThread {
    static func start(_ body: @escaping @Sendable () -> Void) {
        Thread.detachNewThread(body)
    }
}
