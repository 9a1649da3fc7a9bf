import CommandSupport
import Foundation
import Mosaic
import Synchronization

/// The output of `watch`: a line for each update, and each complaint once while it lasts.
final class WatchLog: Sendable {
    private let isJSON: Bool
    private let isQuiet: Bool
    private let said = Mutex<Set<String>>([])

    init(isJSON: Bool, isQuiet: Bool) {
        self.isJSON = isJSON
        self.isQuiet = isQuiet
    }

    /// Prints a line for an update.
    ///
    /// - Throws: `unavailable` where the output is closed.
    func note(_ composition: Composition, _ report: CompositionReport) throws {
        complain(of: report.remarks)
        if isJSON {
            try LineWriter.standardOutput.write(JSONOutput.line(report))
        } else if !isQuiet {
            let time = composition.storyboard.tiles.last.map { ", up to \($0.time)" } ?? ""
            let line = "\(Date().ISO8601Format()) \(CompositionReport.counts(of: composition))\(time)\n"
            try LineWriter.standardOutput.write(Array(line.utf8))
        }
    }

    /// Prints remarks that are new since the last call.
    func complain(of remarks: [String]) {
        let news = said.withLock { said in
            let news = remarks.filter { !said.contains($0) }
            said = Set(remarks)
            return news
        }
        guard !isQuiet else { return }
        for remark in news { StandardError.print("mosaic: \(remark)") }
    }
}
