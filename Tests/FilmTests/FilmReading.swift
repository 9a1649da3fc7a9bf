import FilmFixtures
import FilmProtocol

/// The records that a child sends for a film, read to the end.
struct FilmReading {
    let header: FilmHeader
    let pictures: [FilmPicture]
    let counts: FilmCounts
    let ending: FilmChild.Ending

    /// Pictures are that wide and high unless the film is turned; the bars are readable at this size.
    static let size = (width: 240, height: 136)

    /// - Parameters:
    ///   - times: Wanted times, in microseconds.
    ///   - kills: Whether a call that the sandbox forbids ends the child.
    init(
        _ film: String, _ choice: FilmRequest.Choice, at times: [Int64], reach: Int64 = 0, kills: Bool = false,
        size: (width: Int, height: Int) = size
    ) throws {
        let child = try FilmChild(film: film, arguments: kills ? ["--sandbox", "kill"] : [])
        header = try child.header()
        let frames = times.map { FilmRequest.Frame(time: $0, reach: reach, choice: choice) }
        (pictures, counts) = try child.pictures(
            FilmRequest(width: size.width, height: size.height, frames: frames))
        ending = child.end()
    }

    /// The numbers that are drawn in the pictures; that of the picture before where it is shown again.
    func numbers(_ direction: NumberedPictures.Direction = .right) -> [Int?] {
        var last: Int?
        return pictures.map { picture in
            switch picture.outcome {
            case .shown, .damaged:
                last = NumberedPictures.number(
                    in: picture.planes[...], width: picture.width, height: picture.height, direction: direction)
            case .same: break
            case .afterEnd, .cutOff, .undecodable: return nil
            }
            return last
        }
    }
}
