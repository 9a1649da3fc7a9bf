import HTTPTypes
import Mosaic
import MosaicCloud
import MosaicFixtures
import Synchronization
import Testing
import WebOrigins

@testable import MosaicServer

/// Which servers callbacks are sent to, and which answers count.
struct CallbackClientTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(literal: text[...])) }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
        "169.254.169.254", "100.64.0.1", "100.127.255.255", "224.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1",
        "::1", "::", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::ffff:169.254.169.254", "64:ff9b::7f00:1", "2002:7f00:1::", "::7f00:1", "2001:db8::1",
    ])
    func `sends no request to an address that is not public`(text: String) async throws {
        let receiver = CallbackReceiver()
        try await receiver.run { port in
            let resolved = try Self.address(text)
            let client = CallbackClient { _ in [resolved] }
            let error = await failure(of: {
                try await client.post([], to: "http://callbacks.example:\(port)/hooks", fields: [])
            })
            #expect(error?.code == .refused, "\(text): \(String(describing: error))")
        }
        #expect(receiver.received.isEmpty)
    }

    @Test func `one private address among public ones is enough to refuse`() async throws {
        let addresses = try ["93.184.215.14", "10.0.0.1"].map(Self.address)
        let client = CallbackClient { _ in addresses }
        let error = await failure(of: { try await client.post([], to: "https://callbacks.example/", fields: []) })
        #expect(error?.code == .refused)
        #expect(error?.reason.contains("10.0.0.1") == true)
    }

    @Test(arguments: ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "localhost", "LOCALHOST", "[::1]"])
    func `the system's own ways to write an address of this machine are refused`(host: String) async throws {
        let receiver = CallbackReceiver()
        try await receiver.run { port in
            let error = await failure(of: {
                try await CallbackClient().post([], to: "http://\(host):\(port)/hooks", fields: [])
            })
            #expect(error != nil)
        }
        #expect(receiver.received.isEmpty)
    }

    @Test(arguments: ["callbacks.example", "CALLBACKS.Example", "localhost"])
    func `sends the request to the checked address, and resolves the name once`(host: String) async throws {
        let receiver = CallbackReceiver()
        try await receiver.run { port in
            let calls = Mutex(0)
            let local = try Self.address("127.0.0.1")
            let client = CallbackClient { _ in
                calls.withLock { $0 += 1 }
                return [local]
            }
            let status = try await client.post(
                Array("{}".utf8), to: "http://\(host):\(port)/hooks?a=b", fields: [("X-Test", "yes")],
                allowingPrivate: true)
            #expect(status == 204)
            #expect(calls.withLock { $0 } == 1)
        }
        let request = try #require(receiver.received.first)
        #expect(request.path == "/hooks" && request.body == Array("{}".utf8))
        let name = try #require(HTTPField.Name("X-Test"))
        #expect(request.fields[name] == "yes")
    }

    @Test func `of several addresses each gets its turn`() async throws {
        let receiver = CallbackReceiver()
        try await receiver.run { port in
            // Nothing listens at the second one.
            let addresses = try ["127.0.0.1", "127.0.0.2"].map(Self.address)
            let client = CallbackClient(timeout: .seconds(2)) { _ in addresses }
            func post(_ attempt: Int) async throws -> Int {
                try await client.post(
                    [], to: "http://callbacks.example:\(port)/hooks", fields: [], allowingPrivate: true,
                    attempt: attempt)
            }
            #expect(try await post(0) == 204)
            #expect(await failure(of: { try await post(1) })?.code == .unavailable)
            #expect(try await post(2) == 204)
        }
        #expect(receiver.received.count == 2)
    }

    @Test func `a redirect is an answer and is not followed`() async throws {
        let receiver = CallbackReceiver([.redirect])
        try await receiver.run { port in
            let status = try await CallbackClient().post(
                [], to: "http://127.0.0.1:\(port)/hooks", fields: [], allowingPrivate: true)
            #expect(status == 307)
        }
        #expect(receiver.received.map(\.path) == ["/hooks"])
    }

    @Test func `a server that does not answer, and one that is not there, are unavailable`() async throws {
        let receiver = CallbackReceiver([.hang])
        let free = try await receiver.run { port in
            let client = CallbackClient(timeout: .milliseconds(500))
            let error = await failure(of: {
                try await client.post([], to: "http://127.0.0.1:\(port)/hooks", fields: [], allowingPrivate: true)
            })
            #expect(error?.code == .unavailable)
            return port
        }
        let error = await failure(of: {
            try await CallbackClient().post([], to: "http://127.0.0.1:\(free)/hooks", fields: [], allowingPrivate: true)
        })
        #expect(error?.code == .unavailable)
        let nowhere = await failure(of: {
            try await CallbackClient { _ in [] }.post([], to: "http://callbacks.example/", fields: [])
        })
        #expect(nowhere?.code == .unavailable)
    }
}
