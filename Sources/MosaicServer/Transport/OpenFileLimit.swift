import Foundation
package import Logging
import NIOCore

/// The system's limit on the open files and connections of this process.
package enum OpenFileLimit {
    /// Number of descriptors for uses without a permit: event loops, catalog, log, and file accesses on a limited
    /// number of threads.
    private static let reserve = 100 + 4 * System.coreCount

    /// Maximum number of descriptors of this process.
    static var descriptors: Int { current.map { Int(clamping: $0.rlim_cur) } ?? 1_024 }

    /// The number of permits for a limit.
    static func permits(below limit: Int) -> Int { max(limit - reserve, limit / 4, 1) }

    /// Raises the limit as far as the process may, and warns if it is too low for the maximum number of connections.
    package static func raise(for connections: Int, _ logger: Logger) {
        guard var limit = current else { return }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            #if canImport(Darwin)
                raised.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
            #else
                raised.rlim_cur = limit.rlim_max
            #endif
            if raised.rlim_cur > limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        }
        guard limit.rlim_cur < rlim_t(connections + reserve) else { return }
        logger.warning(
            "The limit on open files is too low for the maximum number of connections: further ones wait to be accepted.",
            metadata: [
                "limit": .stringConvertible(UInt64(limit.rlim_cur)), "connections": .stringConvertible(connections),
            ])
    }

    private static var current: rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }

    #if canImport(Darwin)
        private static var resource: Int32 { RLIMIT_NOFILE }
    #else
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #endif
}
