import Foundation
import Logging
import Mosaic
import MosaicLibrary
import ServiceLifecycle

/// Delivers callbacks, each at least once or not at all: what fails is repeated, and dropped after the last attempt.
struct CallbackService: Service {
    let queue: CallbackQueue
    let target: CallbackTarget
    let sender: any CallbackSender
    let logger: Logger
    /// Eight attempts within about four minutes; each delay is at least half of the longest one.
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
    /// - Returns: The callback to send again; nil if it was delivered or dropped.
    private func attempt(_ delivery: CallbackDelivery) async -> CallbackDelivery? {
        let reason: String
        do {
            let status = try await sender.send(request(for: delivery))
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
