import Mosaic

/// A change of an object, as S3 and MinIO report it.
///
/// See [Event message structure](https://docs.aws.amazon.com/AmazonS3/latest/userguide/notification-content-structure.html).
struct BucketEvent: Decodable, Hashable, Sendable {
    /// The kind, such as `ObjectCreated:Put`; with `s3:` in front from MinIO.
    let name: String
    /// The bucket.
    let bucket: String
    /// The object's key as it is stored; nil where it cannot be decoded.
    let key: String?

    /// The kinds that change which objects there are.
    private static let changes = ["ObjectCreated:", "ObjectRemoved:", "LifecycleExpiration:"]

    private enum CodingKeys: String, CodingKey {
        case s3
        case name = "eventName"
    }

    private struct Place: Decodable {
        struct Bucket: Decodable {
            let name: String
        }
        struct Object: Decodable {
            let key: String
        }
        let bucket: Bucket
        let object: Object
    }

    /// Reads a record; members that are not needed may be anything.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        let place = try container.decode(Place.self, forKey: .s3)
        bucket = place.bucket.name
        key = PercentEncoding.decoded(form: place.object.key)
    }

    /// The storyboard whose screenshots lie where the object is, directly in the folder of its id; nil for an object
    /// elsewhere, and for an event that changes none.
    func storyboard(below root: BucketAddress) -> StoryboardID? {
        let kind = name.hasPrefix("s3:") ? name.dropFirst(3) : Substring(name)
        guard Self.changes.contains(where: kind.hasPrefix), bucket == root.bucket.rawValue, let key,
            key.utf8.starts(with: root.prefix.utf8)
        else { return nil }
        let parts = key.utf8.dropFirst(root.prefix.utf8.count)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        return StoryboardID(rawValue: String(decoding: parts[0], as: UTF8.self))
    }
}

/// A notification: events, or the test that S3 sends once where notifications are set up.
struct BucketNotification: Decodable, Hashable, Sendable {
    /// The events; empty for the test.
    let events: [BucketEvent]

    private enum CodingKeys: String, CodingKey {
        case test = "Event"
        case records = "Records"
    }

    /// Reads a body.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let test = try? container.decode(String.self, forKey: .test), test == "s3:TestEvent" {
            events = []
        } else {
            events = try container.decode([BucketEvent].self, forKey: .records)
        }
    }
}
