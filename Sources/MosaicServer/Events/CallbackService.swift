import Foundation
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle
import WebOrigins

/// Delivers callbacks. A failed attempt is repeated, and the callback is dropped after the last attempt. So a receiver
/// may get a callback several times, or never.
struct CallbackService: Service {
    let queue: CallbackQueue
    let target: CallbackTarget
    let send: CallbackRequest.Sender
    let logger: Logger
    /// Eight attempts within about four minutes. Each delay is between half of its maximum and the maximum.
    var delays: RetryDelays = {
        var delays = RetryDelays()
        delays.maximumAttempts = 8
        return delays
    }()

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for lane in queue.lanes { group.addTask { await work(on: lane) } }
            }
        }
        let rest = queue.outstanding
        if rest > 0 { logger.warning("The server stops, and \(rest) callbacks are not delivered.") }
    }

    private func work(on lane: CallbackQueue.Lane) async {
        await withDiscardingTaskGroup { group in
            for await delivery in lane.deliveries {
                guard let again = await attempt(delivery) else {
                    if !Task.isCancelled { queue.finish() }
                    continue
                }
                group.addTask {
                    let seconds = delays.delay(afterFailures: again.failures, random: .random(in: 0..<1))
                    guard (try? await Task.sleep(for: .seconds(seconds))) != nil else { return }
                    lane.append(again)
                }
            }
        }
    }

    /// Sends a callback once.
    ///
    /// - Returns: The callback to send again; `nil` if it was delivered or dropped, or if the service is stopping.
    private func attempt(_ delivery: CallbackDelivery) async -> CallbackDelivery? {
        let reason: String
        do {
            let status = try await send(request(for: delivery))
            if (200..<300).contains(status) { return nil }
            reason = "It was answered with \(status)."
        } catch let error as MosaicError where error.code == .refused {
            return drop(delivery, error.reason)
        } catch {
            guard !Task.isCancelled else { return nil }
            reason = (error as? MosaicError)?.reason ?? "It failed: \(type(of: error))."
        }
        var again = delivery
        again.failures += 1
        guard again.failures < delays.maximumAttempts else {
            return drop(delivery, "\(reason) It was sent \(again.failures) times.")
        }
        logger.debug("A callback is sent again later.", metadata: metadata(delivery, reason))
        return again
    }

    private func request(for delivery: CallbackDelivery) -> CallbackRequest {
        let seconds = HTTPDate.now.secondsSince1970
        return CallbackRequest(
            url: target.url,
            fields: [
                ("Content-Type", "application/json"), ("User-Agent", "mosaic"), ("X-Mosaic-Delivery", delivery.id),
                ("X-Mosaic-Signature", target.signature(of: delivery.body, at: seconds)),
                ("traceparent", delivery.trace?.child() ?? TraceParent.random()),
            ], body: delivery.body, allowsPrivateAddresses: target.allowsPrivateAddresses,
            earlierAttempts: delivery.failures)
    }

    private func drop(_ delivery: CallbackDelivery, _ reason: String) -> CallbackDelivery? {
        logger.warning("A callback is dropped.", metadata: metadata(delivery, reason))
        return nil
    }

    private func metadata(_ delivery: CallbackDelivery, _ reason: String) -> Logger.Metadata {
        ["storyboard": "\(delivery.storyboard)", "delivery": "\(delivery.id)", "error": "\(reason)"]
    }
}

/// One attempt to deliver a callback.
package struct CallbackRequest: Sendable {
    /// Sends a POST request and returns the status code of the response, 100...599. Follows no redirect; throws
    /// `unavailable`, and `refused` if the URL leads to a private address and private addresses are not allowed.
    package typealias Sender = @Sendable (CallbackRequest) async throws -> Int

    /// An `http` or `https` URL.
    package let url: String
    /// Header fields, without the fields of the connection and `Content-Length`.
    package let fields: [(name: String, value: String)]
    /// A JSON document.
    package let body: [UInt8]
    /// Whether the URL's host may have addresses that are not public.
    package let allowsPrivateAddresses: Bool
    /// Number of earlier attempts, 0 or more. If the host has several addresses, each attempt uses the next one.
    package let earlierAttempts: Int
}

/// The URL and the secret of callbacks, checked once.
struct CallbackTarget: Sendable {
    /// An `http` or `https` URL.
    let url: String
    /// Whether the URL's host may have addresses that are not public.
    let allowsPrivateAddresses: Bool
    private let key: HMACKey

    /// Minimum length of the secret in bytes: the length of the hash.
    private static let shortestSecret = 32

    /// Checks the settings; `nil` if no callbacks are sent.
    ///
    /// - Throws: `invalidSettings`.
    init?(_ settings: CallbackSettings) throws(MosaicError) {
        guard let url = settings.url else { return nil }
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
        else { throw Self.invalid("on-complete", "It has to be an http:// or https:// URL with a host, not '\(url)'.") }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else {
            throw Self.invalid("on-complete", "The URL has neither a user nor a fragment: the signature is the proof.")
        }
        guard settings.allowsPrivateAddresses || !HostName(ofURL: host).isPrivate else {
            throw Self.invalid("on-complete", "\(host) is a private address: that takes --on-complete-private.")
        }
        guard let secret = settings.secret?.text, secret.utf8.count >= Self.shortestSecret else {
            let count = settings.secret?.text.utf8.count ?? 0
            let fault =
                count > 0
                ? Secret.tooShort(count, minimum: Self.shortestSecret)
                : "It is not set, and callbacks are signed with it: MOSAIC_ON_COMPLETE_SECRET takes "
                    + "\(Self.shortestSecret) bytes or more, and \(Secret.advice)."
            throw Self.invalid("on_complete_secret", fault)
        }
        self.url = url
        allowsPrivateAddresses = settings.allowsPrivateAddresses
        key = HMACKey(Array(secret.utf8))
    }

    /// The value of `X-Mosaic-Signature`: the time, and the HMAC of the time, a dot and the body.
    ///
    /// - Parameter seconds: The time in seconds since 1970.
    func signature(of body: [UInt8], at seconds: Int64) -> String {
        "t=\(seconds),v1=\(Hexadecimal.text(of: key.code(of: Array("\(seconds).".utf8) + body)))"
    }

    private static func invalid(_ setting: String, _ reason: String) -> MosaicError {
        MosaicError(.invalidSettings, setting, reason)
    }
}
