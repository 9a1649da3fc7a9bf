public import Foundation
import HTTPFetching
import SystemMemory

#if canImport(Darwin)
    import Dispatch
#endif

/// Where news of low memory comes from.
public struct MemoryPressureSource: Sendable {
    /// Ends when the task that reads it is cancelled.
    let pressures: @Sendable () -> AsyncStream<MemoryPressure>

    /// The kernel's pressure file, read again and again; a pressure that lasts is news once.
    ///
    /// - Parameters:
    ///   - file: `/proc/pressure/memory`, or `memory.pressure` of a cgroup; as long as it is absent there is no news.
    ///   - interval: The time between two looks.
    public static func file(_ file: URL, every interval: Duration = .seconds(2)) -> MemoryPressureSource {
        MemoryPressureSource {
            AsyncStream { continuation in
                let task = Task {
                    var last: MemoryPressure?
                    while !Task.isCancelled {
                        let text = try? String(contentsOf: file, encoding: .utf8)
                        let pressure = text.flatMap { PressureReading(parsing: $0)?.pressure }.map(MemoryPressure.init)
                        // Reported once: repeated purges would cancel every download until the pressure is over.
                        if let pressure, pressure != last { continuation.yield(pressure) }
                        last = pressure
                        try? await Task.sleep(for: max(interval.waitable, .milliseconds(10)))
                    }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    #if canImport(Darwin)
        /// The system's own notification.
        ///
        /// This part was compiled by no toolchain of Apple's so far.
        public static var system: MemoryPressureSource {
            MemoryPressureSource {
                AsyncStream { continuation in
                    let notification = PressureNotification { continuation.yield($0) }
                    continuation.onTermination = { _ in notification.cancel() }
                }
            }
        }
    #else
        /// The pressure file of the process's own cgroup, or else that of the whole machine.
        public static var system: MemoryPressureSource {
            let membership = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
            let files = ControlGroup(membership: membership).pressureFiles
            let own = files.first { FileManager.default.fileExists(atPath: $0) }
            return file(URL(filePath: own ?? "/proc/pressure/memory"))
        }
    #endif
}

#if canImport(Darwin)
    /// The system's notification of low memory, until it is cancelled.
    ///
    /// A dispatch source may be used on any thread, which its protocol does not say.
    private final class PressureNotification: @unchecked Sendable {
        private let source: any DispatchSourceMemoryPressure

        init(_ report: @escaping @Sendable (MemoryPressure) -> Void) {
            source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
            source.setEventHandler { [weak self] in
                guard let self else { return }
                report(self.source.data.contains(.critical) ? .critical : .low)
            }
            source.activate()
        }

        func cancel() { source.cancel() }
    }
#endif

/// How short of memory the system is.
public enum MemoryPressure: String, Sendable, CaseIterable {
    /// It would be well to hold less.
    case low
    /// The system may end the process.
    case critical
}

extension MemoryPressure {
    init(_ level: PressureLevel) {
        switch level {
        case .low: self = .low
        case .critical: self = .critical
        }
    }
}
