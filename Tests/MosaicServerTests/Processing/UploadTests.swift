import Foundation
import HTTPTypes
import Hummingbird
import Mosaic
import MosaicEmbedded
import MosaicFixtures
import NIOCore
import Testing
import TiledJPEG

@testable import MosaicLibrary
@testable import MosaicServer

struct UploadTests {
    private let folder = TemporaryFolder()
    private let upload: Upload
    private let film = StoryboardID(naming: "film")
    private let name: ScreenshotName

    init() throws {
        let uploads = UploadedScreenshots(of: try .embedded(at: folder.path))
        upload = Upload(uploads: uploads, bytes: 1 << 20, pixels: 1_000_000)
        name = try #require(ScreenshotName("ch1_4s.jpg"))
    }

    /// Hands over a body in parts of one byte.
    private func receive(_ bytes: [UInt8]) async throws -> Upload.Received {
        let parts = AsyncStream { stream in
            for byte in bytes { stream.yield(ByteBuffer(bytes: [byte])) }
            stream.finish()
        }
        return try await upload.receive(RequestBody(asyncSequence: parts), as: name, of: film, declared: nil)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a header that never ends is not read again with each byte that comes`() async throws {
        // What would be read from its beginning 120 000 times has 30 000 segments in it at the end.
        let body: [UInt8] = [0xFF, 0xD8] + Array(repeatElement([0xFF, 0xFE, 0, 2], count: 30_000).joined())
        await #expect {
            _ = try await receive(body)
        } throws: { error in
            (error as? MosaicError)?.code == .damaged
        }
        #expect(try folder.names(in: ".").allSatisfy { $0 != ".mosaic-incoming" })
    }

    @Test(arguments: [DrawnScreenshot.Kind.yuv420, .progressive, .png])
    func `reads an upload byte by byte, and reports a missing end`(kind: DrawnScreenshot.Kind) async throws {
        let picture = ServedWork.picture(1, kind)
        let header = try #require(
            picture.indices.first { (try? ImageHeader(parsing: Array(picture[..<$0]))) != nil })
        // The shortest one, and those around it, end between two looks; all of them lack the rest of the picture.
        for count in header...min(header + 3, picture.count) {
            await #expect {
                _ = try await receive(Array(picture.prefix(count)))
            } throws: { error in
                (error as? MosaicError)?.reason
                    == "It ends before the picture does: it was cut off after \(count) bytes."
            }
        }
        let received = try await receive(picture)
        #expect(received.bytes == picture.count && received.file.format == (kind == .png ? .png : .jpeg))
        #expect(received.size.description == "96x54")
        _ = try await upload.uploads.publish(
            received.object, as: received.file, of: film, keepingOld: 0, now: Date())
        #expect(try folder.read("film/screenshots/\(received.file)") == picture)
        #expect(try folder.names(in: ".mosaic-incoming").isEmpty)
    }

    @Test func `a file that ends within its header is damaged`() async throws {
        for count in [3, 30, 100] {
            await #expect {
                _ = try await receive(Array(ServedWork.picture(1).prefix(count)))
            } throws: { error in
                (error as? MosaicError)?.code == .damaged
            }
        }
    }

    @Test func `an upload without a file permit gets a Retry-After`() async throws {
        let descriptors = DescriptorBudget(permits: 1)
        var permit = descriptors.file()
        #expect(permit != nil)
        let upload = Upload(uploads: upload.uploads, bytes: 1 << 20, pixels: 1_000_000, descriptors: descriptors)
        let picture = DrawnScreenshot(number: 1).encoded
        func receive() async throws -> Upload.Received {
            try await upload.receive(
                RequestBody(buffer: ByteBuffer(bytes: picture)), as: name, of: film, declared: nil)
        }
        let error = await #expect(throws: RequestError.self) { _ = try await receive() }
        #expect(error?.code == .unavailable && error?.fields[.retryAfter] == "1")
        permit = nil
        #expect(try await receive().bytes == picture.count)
    }
}
