import Testing
import WebVTT

@testable import TrackDoctor

@Suite struct DoctorListsTests {
    @Test func `every rule has a unique name and full sentences`() {
        let texts =
            DoctorRule.track.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.sheets.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.answers.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.addresses.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.multivariant.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.playlists.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.videos.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.manifests.map { [$0.name, $0.affected, $0.fix] }
            + DoctorRule.bif.map { [$0.name, $0.affected, $0.fix] }
            + [DoctorRule.unreadablePlaylist, .unreadableManifest, .unreadableBIF]
            .map { [$0.name, $0.affected, $0.fix] }
            + [DoctorRule.missingPlaylists].map { [$0.name, $0.affected, $0.fix] }
            + [DoctorRule.unreadableStoryboard, .recordOfStoryboard].map { [$0.name, $0.affected, $0.fix] }
        #expect(Set(texts.map { $0[0] }).count == texts.count)
        for text in texts {
            #expect(text[0].allSatisfy { ($0.isASCII && $0.isLowercase) || $0 == "-" }, "\(text[0])")
            #expect(text[1].hasSuffix(".") && text[2].hasSuffix("."), "\(text[0])")
        }
    }

    @Test func `a healthy track and a healthy sheet pass every rule`() throws {
        let answers = [try answer(.track), try answer(.sheet)]
        #expect(DoctorRule.answers.compactMap { $0.finding(in: answers) } == [])
        let sheets = [try sheet(1280, 720)]
        #expect(DoctorRule.sheets.compactMap { $0.finding(in: sheets) } == [])
    }

    @Test func `rules on JSON storyboards are among those on tracks`() {
        #expect(Set(DoctorRule.storyboard.map(\.name)).isSubset(of: DoctorRule.track.map(\.name)))
    }

    @Test func `no finding tells a query`() throws {
        let answers = try [ExaminedAnswer.Role.track, .sheet].flatMap { role in
            try [200, 500].map { status in
                let bare = healthyHeaders(role).mapValues { _ in "" }.merging(["Content-Disposition": "attachment"]) {
                    $1
                }
                let step = try hop("https://a.example/?key=secret", "http://b.example/?key=secret", [:])
                return try answer(role, status: status, bare, hops: [step])
            }
        }
        let findings = DoctorRule.answers.compactMap { $0.finding(in: answers) }
        #expect(findings.count >= 10)
        #expect(!findings.contains { $0.occurrences.contains { $0.message.contains("secret") } })
    }
}
