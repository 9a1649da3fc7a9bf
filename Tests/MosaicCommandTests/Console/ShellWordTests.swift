import CommandSupport
import Testing

struct ShellWordTests {
    @Test(arguments: [
        ("out/film-1.mp4", "out/film-1.mp4"), ("my film.mp4", "'my film.mp4'"), ("it's", #"'it'\''s'"#), ("", "''"),
        ("é", "'é'"),
    ])
    func `a word is quoted if the shell would read it otherwise`(word: String, quoted: String) {
        #expect(ShellWord.quoted(word) == quoted)
    }
}
