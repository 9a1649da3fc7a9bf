import Foundation
package import Mosaic

/// The object `chapters.json` beside the screenshots in a bucket: what a storyboard is complete with, for writers that
/// cannot submit it.
///
/// It is a number, a list of chapters as `PUT /storyboards/{id}` takes them, or an object with one of these as `chapters`.
package enum ChaptersFile {
    /// Its name.
    package static let name = BucketReader.chaptersName
    /// The most bytes, as of a submission.
    static let limit = 8 << 20
    private static let member = "chapters"

    private struct Content: Decodable {
        let expected: ExpectedChapters

        private enum CodingKeys: CodingKey {
            case chapters
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            if let list = try? container.nestedUnkeyedContainer(forKey: .chapters) {
                guard let chapters = try SubmittedChapter.chapters(in: list) else { throw ChaptersFile.fault }
                expected = .list(chapters)
            } else {
                expected = .count(try container.decode(Int.self, forKey: .chapters))
            }
        }
    }

    /// Reads the object.
    ///
    /// - Throws: `malformed`.
    package static func parse(_ bytes: [UInt8]) throws(MosaicError) -> ExpectedChapters {
        let spaces: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = bytes.first(where: { !spaces.contains($0) }) else { throw fault }
        let object =
            first == UInt8(ascii: "{") ? bytes : Array(#"{"\#(member)":"#.utf8) + bytes + [UInt8(ascii: "}")]
        guard let expected = try? JSONDecoder().decode(Content.self, from: Data(object)).expected, expected.isValid,
            expected.chapters.allSatisfy({ isValid($0.title) })
        else { throw fault }
        return expected
    }

    private static func isValid(_ title: String?) -> Bool {
        guard let scalars = title?.unicodeScalars else { return true }
        return scalars.count <= ExpectedChapters.longestTitle && !scalars.contains("\0")
    }

    /// The error of an object that cannot be read.
    private static let fault = MosaicError(
        .malformed, name,
        "It is neither a number nor a list of 1 to \(ExpectedChapters.maximumCount) chapters with index and time.")
}

extension ChaptersFile {
    /// Downloads the object and caches its chapters; nil without an object.
    ///
    /// - Throws: Errors of the client.
    @discardableResult
    static func read(
        at address: BucketAddress, by client: any BucketClient, into cache: ChaptersFileCache
    ) async throws -> Result<ExpectedChapters?, MosaicError> {
        let body = try await client.get(address.key(of: name), in: address.bucket, range: nil, limit: limit)
        let chapters = Result { () throws(MosaicError) in
            guard let body else { return ExpectedChapters?.none }
            return try parse(body.bytes)
        }
        cache.keep(chapters, at: address, version: body?.version)
        return chapters
    }
}

extension StoryboardLibrary {
    /// The chapters that a job expects, by its request or by ``ChaptersFile`` beside its screenshots as last read; empty
    /// where only their number is known.
    ///
    /// It never waits: where another process works on the job, the object is read in the meantime, for the next call.
    package func expectedChapters(of job: Job, _ request: JobRequest) -> [ExpectedChapters.Chapter] {
        if let expected = request.expected { return expected.chapters }
        guard let buckets, let address = request.source.bucketAddress, request.source.interval == nil else { return [] }
        if !job.state.isFinal, chapterFiles.beginCheck(at: address, now: .now) {
            // A failure shows in the job.
            Task { [chapterFiles] in try await ChaptersFile.read(at: address, by: buckets, into: chapterFiles) }
        }
        return chapterFiles.latest(at: address)?.chapters ?? []
    }
}
