import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A thread of the system with a name, as debuggers and `ps -T` show it.
///
/// Not one that Foundation starts, which does not tell that the system had none left.
enum SystemThread {
    /// What a new thread does.
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

    /// Starts a thread that ends with its work.
    ///
    /// - Parameter name: At most 15 bytes; Linux takes no longer one.
    /// - Returns: Whether the system had one left.
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
        // Nobody waits for its end.
        pthread_detach(pthread_self())
        if let start { Unmanaged<Start>.fromOpaque(start).takeRetainedValue().run() }
        return nil
    }
}
