import Foundation
package import Mosaic

extension FilmProgram {
    /// The variable that names another program than the one beside this executable, for tests and development.
    package static let variable = "MOSAIC_FRAMES"

    /// Has readers of films find the program by the environment, or beside this executable; nothing is looked up before
    /// a film is read.
    package static func findCompanion() {
        find {
            if let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty {
                return FilmProgram(path: path)
            }
            return CompanionProgram.frames.path.map(FilmProgram.init(path:))
        }
    }
}
