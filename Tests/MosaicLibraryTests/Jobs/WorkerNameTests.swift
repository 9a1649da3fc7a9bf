import Foundation
import Testing

@testable import Mosaic
@testable import MosaicLibrary
@testable import MosaicSystem

/// Workers' names, and whether their processes have ended.
struct WorkerNameTests {
    @Test func `every name is another one, and this process is alive`() {
        let names = (0..<100).map { _ in WorkerName.unique() }
        #expect(Set(names).count == 100)
        #expect(names.allSatisfy { !$0.hasEnded })
    }

    #if os(Linux)
        /// This process's name with one part changed.
        private func changed(_ part: Int, to text: String) -> WorkerName {
            var parts = WorkerName.unique().rawValue.split(separator: ":").map(String.init)
            parts[part] = text
            return WorkerName(rawValue: parts.joined(separator: ":"))
        }

        @Test func `a process that has ended is known to have`() throws {
            let child = Process()
            child.executableURL = URL(filePath: "/bin/true")
            try child.run()
            let number = String(child.processIdentifier)
            child.waitUntilExit()
            #expect(changed(2, to: number).hasEnded)
            #expect(changed(2, to: "2147483647").hasEnded)
        }

        @Test func `another process of the same number is not the same`() { #expect(changed(3, to: "1").hasEnded) }

        @Test func `a killed process that is not reaped yet has ended`() throws {
            let child = Process()
            child.executableURL = URL(filePath: "/bin/sleep")
            child.arguments = ["60"]
            try child.run()
            defer { child.terminate() }
            let text = try String(contentsOfFile: "/proc/\(child.processIdentifier)/stat", encoding: .utf8)
            let start = String(text.split(separator: " ")[21])
            var parts = WorkerName.unique().rawValue.split(separator: ":").map(String.init)
            (parts[2], parts[3]) = (String(child.processIdentifier), start)
            let name = WorkerName(rawValue: parts.joined(separator: ":"))
            #expect(!name.hasEnded)
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
            #expect(name.hasEnded)
        }

        @Test(arguments: ["", "1 (mosaic", "1 (mosaic) S 1 2 3"])
        func `a process that is there has not ended because its status cannot be read`(text: String) throws {
            let name = WorkerName.unique()
            for text in [nil, text] { #expect(name.process?.hasEnded { _ in text } == false) }
            // The first process of the machine, or of the container, is there and may be another user's.
            #expect(changed(2, to: "1").process?.hasEnded { _ in nil } == false)
            #expect(changed(2, to: "2147483647").process?.hasEnded { _ in nil } == true)
        }

        @Test(arguments: ["0", "-1", "-2147483648"])
        func `a number that no process can have does not count as ended`(number: String) {
            #expect(!changed(2, to: number).hasEnded)
        }

        @Test func `of another machine nothing is known`() { #expect(!changed(1, to: "0000000000000000").hasEnded) }
    #endif

    @Test(arguments: ["", "worker-1", "mosaic::1::x", "mosaic:a:b:c:d:e", ":::::"])
    func `a foreign worker name does not count as ended`(name: String) {
        #expect(!WorkerName(rawValue: name).hasEnded)
    }
}
