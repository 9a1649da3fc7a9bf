import MosaicFixtures
import Testing

/// Lists, manifests, sheets and addresses in the place of each other.
extension MistakeTests {
    @Test(
        arguments: Mistake.list(
            """
            $ batch films -o new --report films
            1 films: The file cannot be opened for writing: it is a folder; name a file in it.
            $ batch text.jsonl -o new
            65 text.jsonl: It is a file; batch reads a manifest from standard input: mosaic batch - -o library < text.jsonl
            $ compose shots -o thumbs.vtt
            1 thumbs.vtt: It has the name of a track, and -o takes a folder, in which thumbnails.vtt is written: -o thumbs
            $ compose shots --times text.jsonl -o new
            65 text.jsonl:1: The line has no time; the lines of a folder's list are file,time[,title].
            $ doctor 127.0.0.1:8080/a/thumbnails.vtt
            66 127.0.0.1:8080/a/thumbnails.vtt: There is no such file; an address begins with http:// or https://.
            $ import text.bif -o new
            65 text.bif: It is not a BIF file, whose first bytes are 89 42 49 46; fetch or make it again.
            $ import site/%d.jpg --interval 10 -o new
            66 site/%d.jpg: No file has this name with the number 0 or 1; sheets are numbered from 0 or 1 on.
            $ import site/sheet.jpg -o new
            64 site/sheet.jpg: It is a sheet, and its track lies beside it: name the folder, or thumbnails.vtt in it.
            $ screenshots film.mkv --times 5,10 -o new
            66 --times 5,10: There is no such file; a list of times is a file with a time on each line.
            """))
    func `a file of another kind than the command takes is answered`(mistake: Mistake) throws {
        try workplace.folder.makeFolder("site")
        try workplace.folder.write(Array("0:05\n".utf8), to: "text.jsonl")
        try workplace.folder.write(Array("text".utf8), to: "text.bif")
        try workplace.folder.write(Array("WEBVTT\n".utf8), to: "site/thumbnails.vtt")
        try workplace.folder.write([0xFF, 0xD8, 0xFF], to: "site/sheet.jpg")
        try expect("mosaic: \(mistake.answer)\n", of: mistake.line, mistake.status)
    }
}
