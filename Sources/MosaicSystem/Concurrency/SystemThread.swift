import Foundation

/// A system thread with a name, as shown by debuggers and `ps -T`.
///
/// Foundation's `Thread` does not report a failure to start a thread.
enum SystemThread {
    /// The name and the work of a new thread.
    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            Thread.current.name = name
            body()
        }
    }

    /// Starts a thread, which ends when `body` returns.
    ///
    /// - Parameter name: At most 15 bytes, the limit of Linux.
    /// - Returns: `false` if the system cannot start another thread.
    static func start(named name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        #if canImport(Darwin)
            var thread: pthread_t?
            let code = pthread_create(&thread, nil, { Self.run($0) }, start.toOpaque())
        #else
            var thread = pthread_t()
            let code = pthread_create(&thread, nil, { Self.run($0) }, start.toOpaque())
        #endif
        if code != 0 { start.release() }
        return code == 0
    }

    private static func run(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        // No thread joins this one.
        pthread_detach(pthread_self())
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run() }
        return nil
    }
}
