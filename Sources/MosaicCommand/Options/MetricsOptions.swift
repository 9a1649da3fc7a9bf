import ArgumentParser
import CommandSupport
import Mosaic
import MosaicLibrary

#if Server
    import MosaicServer
#endif

/// The address at which a long-running command serves its metrics.
struct MetricsOptions: OptionTable {
    var metricsListen: MetricsAddress?

    static let options: [DeclaredOption<MetricsOptions>] = [
        .option(
            \.metricsListen, "metrics-listen", value: "host:port",
            """
            Metrics for Prometheus at http://host:port/metrics while it runs; by a port alone on this machine, and \
            by the port 0 on a free one.
            """)
    ]

    /// Runs `work`, which reports its jobs. If an address is given, serves metrics of the jobs meanwhile.
    ///
    /// - Throws: `unavailable` if the address cannot be listened on; `unsupported` in a program without the server;
    ///   errors of `work`.
    func telling<Value>(
        isQuiet: Bool, _ work: (@escaping @Sendable (JobReport) -> Void) async throws -> Value
    ) async throws -> Value {
        guard let metricsListen else { return try await work { _ in } }
        #if Server
            let metrics = PrometheusMetrics()
            let measures = JobMetrics(metrics, countsResults: true)
            let listener = try await Self.listener(at: metricsListen, metrics)
            let url = MetricsAddress(host: metricsListen.host, port: listener.port)
            if !isQuiet { StandardError.print("mosaic: Metrics are at http://\(url)/metrics.") }
            do {
                let value = try await work(measures.note)
                await listener.stop()
                return value
            } catch {
                await listener.stop()
                throw error
            }
        #else
            throw MosaicError(
                .unsupported, "metrics-listen", "This program is built without the trait Server, and tells no metrics.")
        #endif
    }

    #if Server
        private static func listener(
            at address: MetricsAddress, _ metrics: PrometheusMetrics
        ) async throws -> MetricsListener {
            do {
                return try await MetricsListener(host: address.host, port: address.port, metrics)
            } catch {
                throw MosaicError(.unavailable, "metrics-listen", "The address \(address) cannot be listened on.")
            }
        }
    #endif
}

/// A host and a port, such as `127.0.0.1:9100`, `[::1]:9100` or `9100`.
struct MetricsAddress: Hashable, Sendable, CustomStringConvertible, ExpressibleByArgument {
    /// Host name or IP address, without brackets.
    let host: String
    /// Port number, 0...65 535; 0 selects a free port.
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Parses a host and a port, or a port alone, which means 127.0.0.1.
    init?(argument: String) {
        let colon = argument.lastIndex(of: ":")
        let digits = colon.map { argument[argument.index(after: $0)...] } ?? argument[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let port = UInt16(digits)
        else { return nil }
        var host = colon.map { argument[..<$0] } ?? "127.0.0.1"
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        // An IPv6 address without brackets contains colons.
        guard !host.isEmpty, isBracketed == host.contains(":"), !host.contains("/") else { return nil }
        self.init(host: String(host), port: Int(port))
    }

    var description: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
