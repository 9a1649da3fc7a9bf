import Foundation
import Testing

@testable import Mosaic
@testable import MosaicServer

struct BucketNotificationHandlerTests {
    /// From the Amazon S3 User Guide, "Event message structure", with another bucket and key.
    static let amazon = #"""
        {"Records":[{"eventVersion":"2.1","eventSource":"aws:s3","awsRegion":"us-west-2",
        "eventTime":"1970-01-01T00:00:00.000Z","eventName":"ObjectCreated:Put",
        "userIdentity":{"principalId":"AIDAJDPLRKLG7UEXAMPLE"},"requestParameters":{"sourceIPAddress":"127.0.0.1"},
        "responseElements":{"x-amz-request-id":"C3D13FE58DE4C810","x-amz-id-2":"FMyUVURIY8/IgAtTv8xRjskZQpcIZ9KG4V5Wp6S7S/JRWeUWerMUE5JgHvANOjpD"},
        "s3":{"s3SchemaVersion":"1.0","configurationId":"testConfigRule","bucket":{"name":"chapter-screenshots",
        "ownerIdentity":{"principalId":"A3NL1KOZZKExample"},"arn":"arn:aws:s3:::chapter-screenshots"},
        "object":{"key":"film/ch1_176s.jpg","size":1024,"eTag":"d41d8cd98f00b204e9800998ecf8427e",
        "versionId":"096fKKXTRTtl3on89fVO.nfljtsv6qko","sequencer":"0055AED6DCD90281E5"}}}]}
        """#

    static let minio = #"""
        {"EventName":"s3:ObjectCreated:Put","Key":"chapter-screenshots/film/ch1_176s.jpg","Records":[{
        "eventVersion":"2.0","eventSource":"minio:s3","awsRegion":"","eventTime":"2026-11-23T13:40:00.000Z",
        "eventName":"s3:ObjectCreated:Put","userIdentity":{"principalId":"minio"},"requestParameters":{
        "principalId":"minio","region":"","sourceIPAddress":"10.42.0.1"},"responseElements":{"x-amz-request-id":"1"},
        "s3":{"s3SchemaVersion":"1.0","configurationId":"Config","bucket":{"name":"chapter-screenshots",
        "ownerIdentity":{"principalId":"minio"},"arn":"arn:aws:s3:::chapter-screenshots"},"object":{
        "key":"film%2Fch1_176s.jpg","size":1024,"eTag":"1","contentType":"image/jpeg","userMetadata":{},
        "sequencer":"17"}},"source":{"host":"10.42.0.1","port":"","userAgent":"MinIO"}}]}
        """#

    static let test = #"""
        {"Service":"Amazon S3","Event":"s3:TestEvent","Time":"2014-10-13T15:57:02.089Z","Bucket":"chapter-screenshots",
        "RequestId":"5582815E1AEA5ADF","HostId":"8cLeGAmw098X5cv4Zkwcmo8vvZa3eH3eKxsPzbB9wrR+YstdA6Knx4Ip8EXAMPLE"}
        """#

    static func record(_ key: String, _ name: String = "ObjectCreated:Put", bucket: String = "chapter-screenshots")
        -> String
    { #"{"eventName":"\#(name)","s3":{"bucket":{"name":"\#(bucket)"},"object":{"key":"\#(key)"}}}"# }

    private func events(_ text: String) throws -> [BucketEvent] {
        try JSONDecoder().decode(BucketNotification.self, from: Data(text.utf8)).events
    }

    private func storyboard(_ record: String, below root: String = "s3://chapter-screenshots") throws -> String? {
        let event = try #require(try events(#"{"Records":[\#(record)]}"#).first)
        return event.storyboard(below: try #require(BucketAddress(root)))?.rawValue
    }

    @Test(arguments: [amazon, minio])
    func `both forms name the storyboard`(text: String) throws {
        let root = try #require(BucketAddress("s3://chapter-screenshots/"))
        #expect(try events(text).map { $0.storyboard(below: root)?.rawValue } == ["film"])
    }

    @Test func `the test that S3 sends has no events`() throws { #expect(try events(Self.test).isEmpty) }

    @Test func `keys are decoded like fields of a form`() throws {
        let event = try #require(try events(#"{"Records":[\#(Self.record("a+b%2Bc%20d%C3%A9/x"))]}"#).first)
        #expect(event.key == "a b+c dé/x")
        for broken in ["%", "%4", "%GG", "%FF"] { #expect(try storyboard(Self.record("film/\(broken)")) == nil) }
    }

    @Test func `created, removed and expired objects count, those that were read do not`() throws {
        for name in [
            "ObjectCreated:CompleteMultipartUpload", "s3:ObjectCreated:Copy", "ObjectRemoved:Delete",
            "s3:ObjectRemoved:DeleteMarkerCreated", "LifecycleExpiration:Delete",
        ] { #expect(try storyboard(Self.record("film/ch1_4s.jpg", name)) == "film") }
        for name in ["s3:ObjectAccessed:Get", "ObjectTagging:Put", "", "s3:"] {
            #expect(try storyboard(Self.record("film/ch1_4s.jpg", name)) == nil)
        }
    }

    @Test func `bucket and root have to match, and the object lies directly in the folder of the id`() throws {
        for key in ["ch1_4s.jpg", "/ch1_4s.jpg", "film/", "film/deeper/ch1_4s.jpg", "film//ch1_4s.jpg", "..%2Fx", ""] {
            #expect(try storyboard(Self.record(key)) == nil, "\(key)")
        }
        #expect(try storyboard(Self.record("film/ch1_4s.jpg", bucket: "other")) == nil)
        let root = "s3://bucket/chapter-screenshots/"
        let (right, wrong) = ("chapter-screenshots/film/ch1_4s.jpg", "chapter-screenshots-old/film/ch1_4s.jpg")
        #expect(try storyboard(Self.record(right, bucket: "bucket"), below: root) == "film")
        for key in [wrong, "film/ch1_4s.jpg", "chapter-screenshots/ch1_4s.jpg"] {
            #expect(try storyboard(Self.record(key, bucket: "bucket"), below: root) == nil)
        }
    }

    @Test(arguments: [
        "{}", "[]", "7", #"{"Event":"other"}"#, #"{"Records":{}}"#, #"{"Records":[{}]}"#, #"{"Records":[7]}"#,
        #"{"Records":[{"eventName":"ObjectCreated:Put"}]}"#,
        #"{"Records":[{"eventName":"ObjectCreated:Put","s3":{"bucket":{"name":"b"},"object":{"key":7}}}]}"#,
    ])
    func `anything else is refused`(text: String) { #expect(throws: DecodingError.self) { try events(text) } }

    private let start = ContinuousClock.now
    private let film = StoryboardID(naming: "film")

    @Test func `the first event wakes, the next ones share a wake at the end of the second`() {
        var debounce = WakeDebounce()
        #expect(debounce.admit(film, at: start) == .now)
        #expect(debounce.admit(film, at: start + .milliseconds(300)) == .later(start + .seconds(1)))
        #expect(debounce.admit(film, at: start + .milliseconds(900)) == .covered)
        #expect(debounce.admit(StoryboardID(naming: "other"), at: start + .milliseconds(900)) == .now)
        debounce.fire(film, at: start + .seconds(1))
        #expect(debounce.admit(film, at: start + .milliseconds(1_100)) == .later(start + .seconds(2)))
        debounce.fire(film, at: start + .seconds(2))
        #expect(debounce.admit(film, at: start + .seconds(3)) == .now)
    }

    @Test func `an event while the wake is late is covered by it`() {
        var debounce = WakeDebounce()
        _ = debounce.admit(film, at: start)
        _ = debounce.admit(film, at: start + .milliseconds(1))
        #expect(debounce.admit(film, at: start + .seconds(9)) == .covered)
    }

    @Test func `storyboards are forgotten after a second, and beyond the capacity every event wakes`() {
        var debounce = WakeDebounce()
        for number in 0..<WakeDebounce.capacity {
            #expect(debounce.admit(StoryboardID(naming: "f\(number)"), at: start) == .now)
        }
        for _ in 1...2 { #expect(debounce.admit(film, at: start + .milliseconds(5)) == .now) }
        #expect(debounce.count == WakeDebounce.capacity)
        // One of them waits for its wake, which is not forgotten.
        let waiting = StoryboardID(naming: "f7")
        #expect(debounce.admit(waiting, at: start + .milliseconds(5)) == .later(start + .seconds(1)))
        #expect(debounce.admit(film, at: start + .seconds(2)) == .now)
        #expect(debounce.count == 2)
        #expect(debounce.admit(waiting, at: start + .seconds(2)) == .covered)
    }
}
