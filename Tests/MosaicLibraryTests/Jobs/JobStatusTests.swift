import Foundation
import Testing
import WebVTT

@testable import Mosaic
@testable import MosaicLibrary

struct JobStatusTests {
    private func text(
        _ state: JobState, total: Int? = 5, message: String? = nil, chapters: [ChapterStatus] = []
    ) throws -> String {
        let job = Job(
            number: JobNumber(rawValue: 1), storyboard: StoryboardID(naming: "film"), priority: .batch, requestText: "",
            state: state, completedChapters: 3, totalChapters: total, attempt: 0, failedAttempts: 0,
            postponements: 0, errorMessage: message, created: .now, begun: .now, updated: .now, due: .now,
            lastArrival: nil, lease: nil,
            displacedWorker: nil, isWantedAgain: false)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(JobStatus(job, chapters: chapters)), as: UTF8.self)
    }

    @Test(arguments: [
        (JobState.pending, nil as String?, #"{"status":"PENDING"}"#),
        (.processing, nil, #"{"completedChapters":3,"status":"PROCESSING","totalChapters":5}"#),
        // A retry that waits is no failure.
        (.processing, "The disk is full.", #"{"completedChapters":3,"status":"PROCESSING","totalChapters":5}"#),
        (.completed, nil, #"{"status":"COMPLETED"}"#),
        (.failed, "The disk is full.", #"{"errorMessage":"The disk is full.","status":"FAILED"}"#),
        (.failed, nil, #"{"errorMessage":"The storyboard cannot be made.","status":"FAILED"}"#),
        (.cancelled, nil, #"{"errorMessage":"The job was cancelled.","status":"FAILED"}"#),
    ])
    func `a status has the members that mean something in it`(
        state: JobState, message: String?, json: String
    ) throws {
        #expect(try text(state, message: message) == json)
    }

    @Test func `an unknown total is reported as the number of completed chapters`() throws {
        #expect(
            try text(.processing, total: nil) == #"{"completedChapters":3,"status":"PROCESSING","totalChapters":3}"#)
    }

    @Test func `chapters are in every status, with null where there is no title or screenshot`() throws {
        let chapters = [
            ChapterStatus(index: 1, time: Timestamp(milliseconds: 176_000), title: "A", screenshotURL: "film/a.jpg"),
            ChapterStatus(index: 2, time: Timestamp(milliseconds: 200_500), title: nil, screenshotURL: nil),
        ]
        let json =
            #""chapters":[{"index":1,"screenshotUrl":"film/a.jpg","time":176,"title":"A"},"#
            + #"{"index":2,"screenshotUrl":null,"time":200.5,"title":null}]"#
        for state in JobState.allCases { #expect(try text(state, chapters: chapters).contains(json)) }
    }
}
