import Foundation
import Synchronization

/// Plays S3 over HTTP/1.1 on a loopback port: listing, reads by range, writes; path-style. It has a separate thread.
///
/// Checks that a signature by the right key id exists, and not its value: real servers check it in other tests.
package final class S3Server: Sendable {
    /// Permissions.
    package enum Access: Sendable {
        /// Everyone may do everything.
        case open
        /// Every request has to be signed by this key id.
        case signed(keyID: String)
        /// Reads of objects need no signature; all else does.
        case publicReads(keyID: String)
    }

    /// Counts of requests and bytes.
    package struct Counts: Hashable, Sendable {
        /// Requests by kind.
        package var requests: [S3Request.Kind: Int] = [:]
        /// The most requests that were under way at a time.
        package var mostInFlight = 0
        /// Bytes of bodies.
        package var bytesSent = 0

        /// The requests of a kind.
        package subscript(_ kind: S3Request.Kind) -> Int { requests[kind, default: 0] }
    }

    /// The address, such as `http://127.0.0.1:40123`.
    package var url: String { listener.url }
    private let state: S3ServerState
    private let listener: LoopbackListener

    /// Starts a server, which ends with its last reference.
    ///
    /// - Parameters:
    ///   - buckets: Buckets that are there, and empty.
    ///   - access: Who may do what.
    ///   - latency: The pause between a request's end and the answer.
    ///   - pageLimit: The most keys and folders of a page, however many are asked for.
    package static func start(
        buckets: [String] = ["chapter-screenshots"], access: Access = .open, latency: Duration = .zero,
        pageLimit: Int = 1_000
    ) async throws -> S3Server {
        let state = S3ServerState(access: access, latency: latency, pageLimit: pageLimit)
        state.state.withLock { state in
            for bucket in buckets { state.buckets[bucket] = S3ServerState.Bucket() }
        }
        return S3Server(state, try await .startHTTP { S3RequestHandler(state) })
    }

    private init(_ state: S3ServerState, _ listener: LoopbackListener) {
        self.state = state
        self.listener = listener
    }

    /// Closes the port and all connections; connecting fails from now on.
    package func stop() async throws { try await listener.stop() }

    /// Counts since the start or ``resetCounts()``.
    package var counts: Counts { state.state.withLock(\.counts) }

    /// The requests since the start or ``resetCounts()``, in order of their arrival.
    package var requests: [S3Request] { state.state.withLock(\.requests) }

    /// Begins to count anew.
    package func resetCounts() {
        state.state.withLock { state in
            state.counts = Counts()
            state.requests = []
        }
    }

    /// Decides which requests get another answer than they should; a decision that returns nil lets them pass.
    package func answer(_ decision: (@Sendable (S3Request) -> S3Reply?)?) {
        state.state.withLock { $0.decision = decision }
    }

    /// Stores an object without a request; makes the bucket where it is missing.
    package func store(_ object: S3Object, at key: String, in bucket: String = "chapter-screenshots") {
        state.state.withLock { $0.buckets[bucket, default: S3ServerState.Bucket()].set(object, at: key) }
    }

    /// Stores bytes without a request; makes the bucket where it is missing.
    package func store(_ bytes: [UInt8], at key: String, in bucket: String = "chapter-screenshots") {
        store(S3Object(bytes), at: key, in: bucket)
    }

    /// Removes an object without a request.
    package func remove(_ key: String, in bucket: String = "chapter-screenshots") {
        state.state.withLock { $0.buckets[bucket]?.set(nil, at: key) }
    }
}
