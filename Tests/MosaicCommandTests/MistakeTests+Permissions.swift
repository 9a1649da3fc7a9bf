import Foundation
import MosaicFixtures
import Testing

/// Folders that the user may not read or enter.
extension MistakeTests {
    @Test(.enabled(if: getuid() == 0 && OtherUser.script != nil, "modes keep every user but root from a folder"))
    func `a film in a folder without permission is not called missing`() throws {
        try workplace.folder.makeFolder("locked")
        _ = try workplace.folder.writeProgram(OtherUser.script ?? "", to: "other")
        func allow(_ name: String, _ mode: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: workplace.folder.path(name))
        }
        try FileManager.default.createSymbolicLink(
            atPath: workplace.folder.path("link"), withDestinationPath: "locked/film.mp4")
        try allow("", 0o755)
        try allow("locked", 0o700)
        for path in ["locked/film.mp4", "link"] {
            let run = try BuiltTool.run(["compose", path], in: workplace.folder, as: "other")
            #expect(run.status == 66)
            #expect(
                run.errors == "mosaic: \(path): It cannot be seen: permission is denied in the folder locked.\n",
                "\(run)")
        }
    }

    @Test(.enabled(if: getuid() == 0 && OtherUser.script != nil, "modes keep every user but root from a folder"))
    func `a catalog of another user is answered by its owner`() throws {
        _ = try workplace.folder.writeProgram(OtherUser.script ?? "", to: "other")
        for (name, mode) in [("", 0o755), ("library/.mosaic-catalog.sqlite", 0o600)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: workplace.folder.path(name))
        }
        for line in ["list library", "remove one --yes --library library", "serve library --port 0"] {
            let run = try BuiltTool.run(
                line.split(separator: " ").map(String.init), in: workplace.folder, as: "other")
            let words = "This user may not read it. It belongs to root: run mosaic as that user."
            #expect(
                run.status == 1 && run.errors == "mosaic: library/.mosaic-catalog.sqlite: \(words)\n", "\(line): \(run)"
            )
        }
    }

    @Test(.enabled(if: getuid() == 0 && OtherUser.script != nil, "modes keep every user but root from a folder"))
    func `a folder that may be read and not entered is not called empty, and its storyboard stays`() throws {
        try workplace.compose()
        for name in ["tree", "one", "vault"] { try workplace.folder.makeFolder(name) }
        for name in ["tree/a", "tree/b", "one/s"] {
            try FileManager.default.copyItem(
                atPath: workplace.folder.path("shots"), toPath: workplace.folder.path(name))
        }
        _ = try workplace.folder.writeProgram(OtherUser.script ?? "", to: "other")
        func allow(_ name: String, _ mode: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: workplace.folder.path(name))
        }
        func run(_ line: String) throws -> BuiltTool.Outcome {
            try BuiltTool.run(line.split(separator: " ").map(String.init), in: workplace.folder, as: "other")
        }
        try allow("", 0o777)
        #expect(try run("batch tree -o lib -q").status == 0)
        try allow("tree/b", 0o744)
        let fault = "b: The folder cannot be entered: permission is denied."
        let pruned = try run("batch tree -o lib --prune --yes --prune-limit 5")
        #expect(pruned.status == 1 && pruned.errors == "mosaic: \(fault) Nothing is removed while that is so.\n")
        #expect(workplace.folder.holds("lib/b/mosaic.json"))
        let batch = try run("batch tree -o lib")
        #expect(batch.status == 2 && batch.output.contains(fault), "\(batch)")

        for name in ["one/s", "out", "vault"] { try allow(name, 0o744) }
        for (line, path) in [
            ("compose one/s -o new", "one/s"), ("lookup out 1", "out"), ("export out --export hls -o new", "out"),
            ("relayout out --grid 2x2", "out"), ("import out -o new", "out"),
            ("repair --library vault", "vault"),
        ] {
            let run = try run(line)
            let words = "The folder cannot be entered: permission is denied. Its owner can allow it: chmod +rx \(path)"
            #expect(run.status != 0 && run.errors == "mosaic: \(path): \(words)\n", "\(line): \(run)")
        }
        let served = try run("serve lib --video-root one/s")
        #expect(
            served.errors.contains("The folder one/s cannot be read or entered: permission is denied."), "\(served)")
    }
}
