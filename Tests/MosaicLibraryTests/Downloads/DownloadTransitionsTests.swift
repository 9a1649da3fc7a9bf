import Foundation
import Mosaic
import Testing

@testable import MosaicLibrary

struct DownloadTransitionsTests {
    private let now = Date(timeIntervalSince1970: 1_000)
    private var later: Date { now.addingTimeInterval(60) }

    private func download(_ state: DownloadState) throws -> Download {
        var download = Download(try #require(DownloadURL("https://films.example/1")), for: "john", now: now)
        if state != .pending { download.begin(by: "server", now: now) }
        switch state {
        case .pending, .downloading: break
        case .completed: download.complete(as: "john/site/film.mp4", title: "Film", storyboard: nil, now: now)
        case .failed: download.fail("No.", retry: nil, now: now)
        case .cancelled: download.cancel(now: now)
        }
        #expect(download.state == state && (download.worker != nil) == (state == .downloading))
        return download
    }

    @Test func `a failure is tried again when it is due, and then no more`() throws {
        var download = try download(.downloading)
        download.fail("Not now.", retry: later, now: now)
        #expect(download.state == .pending && download.due == later && download.failures == 1)
        #expect(download.error == "Not now." && download.worker == nil)
        download.begin(by: "server", now: later)
        download.fail("Never.", retry: nil, now: later)
        #expect(download.state == .failed && download.failures == 2)
        download.retry(now: later)
        #expect(download.state == .pending && download.failures == 0 && download.error == nil)
    }

    @Test(arguments: DownloadState.allCases)
    func `only unfinished downloads are cancelled, only failed or cancelled ones retried`(state: DownloadState) throws {
        var cancelled = try download(state)
        cancelled.cancel(now: later)
        #expect(cancelled.state == (state.isFinal ? state : .cancelled) && cancelled.worker == nil)
        var again = try download(state)
        again.retry(now: later)
        #expect(again.state == (state == .failed || state == .cancelled ? .pending : state))
        var back = try download(state)
        back.giveBack(now: later)
        #expect(back.state == (state == .downloading ? .pending : state) && back.failures == (state == .failed ? 1 : 0))
    }

    @Test func `the query is kept as long as an attempt may follow`() throws {
        var download = Download(try #require(DownloadURL("https://films.example/1?key=abcdef")), for: "john", now: now)
        download.begin(by: "server", now: now)
        download.fail("No abcdef.", retry: later, now: now)
        #expect(download.url.text.hasSuffix("?key=abcdef") && download.error == "No ....")
        download.begin(by: "server", now: later)
        download.giveBack(now: later)
        #expect(download.url.text.hasSuffix("?key=abcdef") && !download.isURLCut)
        download.cancel(now: later)
        #expect(download.url.text == "https://films.example/1" && download.isURLCut)
        download.retry(now: later)
        #expect(download.state == .cancelled)
    }

    @Test func `download ids are valid storyboard ids with a format of random digits`() {
        let id = DownloadID.unique()
        #expect(DownloadID(rawValue: id.rawValue) == id && StoryboardID(rawValue: id.rawValue) != nil)
        for text in [
            "", "download-", "film", "download-0123456789ABCDEF", "download-0123456789abcdeg", id.rawValue + "0",
        ] {
            #expect(DownloadID(rawValue: text) == nil, "\(text)")
        }
    }
}
