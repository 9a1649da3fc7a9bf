import Foundation
import Testing

extension BehaviourTests {
    /// `mosaic remove`, `restore` and `repair`.
    @Suite struct RemovalTests {
        private func publish(_ ids: String..., in scene: Scene) throws {
            scene.words = Set(ids + ["no-film"])
            try scene.workplace.draw(1...3)
            for id in ids {
                let manifest = #"{"id": "\#(id)", "source": "shots", "title": "Film \#(id)"}"#
                try scene.run(
                    ["batch", "-", "-o", "library", "--width", "40", "--grid", "2x1", "--quiet"], input: manifest,
                    as: .lines)
            }
        }

        @Test func `a removed storyboard can be restored during its retention period`() throws {
            try Scene.play("library/remove") { scene in
                try publish("film-a", "film-b", in: scene)
                try scene.run("remove", "film-a", "--library", "library")
                try scene.run("remove", "film-a", "--library", "library", "--yes")
                try scene.run("list", "--library", "library", "--json")
                try scene.files(in: "library")
                try scene.document("library/film-a/.mosaic-retired.json")
                try scene.run("remove", "film-a", "--library", "library", "--yes")
                try scene.run("restore", "film-a", "--library", "library")
                try scene.run("restore", "film-a", "--library", "library")
                try scene.run("show", "film-a", "--library", "library", "--json")
                try scene.files(in: "library")
                scene.note("Its time is over")
                try scene.run("remove", "film-b", "film-a", "--library", "library", "--yes")
                try scene.run("repair", "--library", "library", "--keep-old", "0", "--json")
                try scene.run("restore", "film-b", "--library", "library")
                try scene.files(in: "library")
            }
        }

        @Test func `an immediate removal lists the deleted files for caches, also superseded sheets`() throws {
            try Scene.play("library/remove-now") { scene in
                try publish("film-a", "film-b", in: scene)
                try scene.workplace.draw(4...4)
                try publish("film-a", in: scene)
                try scene.files(in: "library/film-a")
                try scene.run("remove", "film-a", "film-b", "--now", "--yes", "--library", "library")
                try scene.files(in: "library")
                try scene.run("restore", "film-a", "--library", "library")
                for arguments in [["no-film"], [], ["../library"], ["film-a", "--screenshot", "first.jpg"]] {
                    try scene.run(["remove", "--yes", "--library", "library"] + arguments)
                }
            }
        }

        @Test func `repair rebuilds the catalog from the documents, and reports incomplete storyboards`() throws {
            try Scene.play("library/repair") { scene in
                try publish("film-a", "film-b", in: scene)
                try scene.run("repair", "--library", "library", "--json")
                scene.note("The catalog is lost")
                for name in try scene.workplace.files(below: "library") where name.hasPrefix(".mosaic-catalog") {
                    try scene.workplace.remove("library/\(name)")
                }
                try scene.run("list", "--library", "library")
                try scene.run("repair", "--library", "library", "--json")
                try scene.run("list", "--library", "library", "--sort", "id", "--json")
                try scene.run("jobs", "--library", "library", "--json")
                scene.note("A sheet is lost, and a storyboard")
                for name in try scene.workplace.files(below: "library/film-a") where name.hasPrefix("sheet-0") {
                    try scene.workplace.remove("library/film-a/\(name)")
                }
                try scene.workplace.remove("library/film-b")
                try scene.run("repair", "--library", "library", "--json")
                try scene.run("repair", "--library", "library")
                scene.note("What a killed writer left goes")
                try scene.workplace.write("x", to: "library/film-a/.mosaic-pending-1-0-0-00000000")
                try scene.run("repair", "--library", "library", "--json")
                try scene.files(in: "library")
                scene.note("No library")
                try scene.run("repair", "--library", "shots")
            }
        }
    }
}
