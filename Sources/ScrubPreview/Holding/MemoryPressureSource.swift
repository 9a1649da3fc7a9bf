public import Foundation
import HTTPFetching
import SystemMemory

#if canImport(Darwin)
    import Dispatch
#endif

/// A source of low-memory notifications.
public struct MemoryPressureSource: Sendable {
    /// Starts a stream of pressure levels. The stream ends when the task that reads it is cancelled.
    let pressures: @Sendable () -> AsyncStream<MemoryPressure>

    /// Polls the kernel's pressure file; a level that lasts is reported once.
    ///
    /// - Parameters:
    ///   - file: `/proc/pressure/memory`, or `memory.pressure` of a cgroup. A missing file reports no pressure.
    ///   - interval: Time between two reads, at least 10 ms.
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
        /// The system's memory pressure notifications.
        ///
        /// No Apple toolchain has compiled this part so far.
        public static var system: MemoryPressureSource {
            MemoryPressureSource {
                AsyncStream { continuation in
                    let notification = PressureNotification { continuation.yield($0) }
                    continuation.onTermination = { _ in notification.cancel() }
                }
            }
        }
    #else
        /// Polls the pressure file of the process's cgroup, or of the whole machine if the cgroup has none.
        public static var system: MemoryPressureSource {
            let membership = (try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)) ?? ""
            let files = ControlGroup(membership: membership).pressureFiles
            let own = files.first { FileManager.default.fileExists(atPath: $0) }
            return file(URL(filePath: own ?? "/proc/pressure/memory"))
        }
    #endif
}

#if canImport(Darwin)
    /// Subscribes to the system's memory pressure notifications until cancelled.
    ///
    /// Unchecked because a dispatch source may be used on any thread, although its protocol is not `Sendable`.
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

/// Level of memory pressure.
public enum MemoryPressure: String, Sendable, CaseIterable {
    /// The process should free memory.
    case low
    /// The system may terminate the process.
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
