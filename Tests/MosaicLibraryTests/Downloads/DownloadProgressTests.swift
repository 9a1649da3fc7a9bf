import Testing

@testable import MosaicLibrary

struct DownloadProgressTests {
    @Test(arguments: [
        ("[download]  42.0% of 10.00MiB at 1.00MiB/s", 42), ("[download] 100% of 10.00MiB", 100), ("37%", 37),
        ("##  9.99%", 9), ("(12%)", 12), ("a 900% b 3%", 3), ("[download] 0.0%", 0),
    ])
    func `the first percentage of a line counts`(line: String, percent: Int) {
        #expect(DownloadProgress.percent(in: Array(line.utf8)) == percent)
    }

    @Test(arguments: ["", "%", ".5%", "12 %", "1.2.3%", "101%", "99999999999999999999%", "half"])
    func `other lines give no progress`(line: String) { #expect(DownloadProgress.percent(in: Array(line.utf8)) == nil) }

    @Test func `lines end anywhere, and long ones are passed over`() {
        var progress = DownloadProgress()
        progress.take(Array("[download]  4".utf8))
        #expect(progress.percent == nil)
        progress.take(Array("2.7% of\rnothing\n".utf8))
        #expect(progress.percent == 42)
        progress.take([UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20) + Array(" 50%\n".utf8))
        #expect(progress.percent == 42)
        progress.take(Array("60%\n".utf8))
        #expect(progress.percent == 60)
    }
}
