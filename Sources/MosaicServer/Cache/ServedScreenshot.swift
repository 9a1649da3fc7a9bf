import HTTPSemantics
import Hummingbird
import Mosaic
import MosaicLibrary

/// A screenshot that is open: what is sent of it are the bytes of one version, also where another takes its name meanwhile.
struct ServedScreenshot: Sendable {
    /// What is said of it.
    let representation: Representation
    private let object: OpenObject
    private let permit: DescriptorBudget.FilePermit

    /// Serves a screenshot; nil where its name is of no type that is served.
    init?(_ screenshot: OpenScreenshot, readers: ReadAccess, permit: DescriptorBudget.FilePermit) {
        guard let type = ContentType(fileName: screenshot.name) else { return nil }
        object = screenshot.object
        self.permit = permit
        representation = Representation(
            count: object.bytes, type: type.rawValue, entityTag: EntityTag(opaque: object.tag),
            lastModified: HTTPDate(object.modified), caching: ResourceKind.screenshot.caching(for: readers),
            readers: readers)
    }

    /// Sends part of it.
    func body(_ offsets: Range<Int>) -> ResponseBody {
        ChunkedBody { part in
            let bytes = try await withTaskExecutorPreference(WorkThreads.reading) { try await object.read(part) }
            guard !bytes.isEmpty else {
                // What was promised cannot be sent any more, so the connection ends here.
                throw MosaicError(.unavailable, "screenshot", "The file ends before its length.")
            }
            return ByteBuffer(bytes: bytes)
        }.body(offsets)
    }
}
