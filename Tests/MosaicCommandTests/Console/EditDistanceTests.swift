import Testing

@testable import CommandSupport

struct EditDistanceTests {
    @Test(arguments: [("libary", "library"), ("x", nil), ("ab", "a"), ("frobnicate", nil)] as [(String, String?)])
    func `the nearest name shares letters with the word`(word: String, name: String?) {
        #expect(EditDistance.nearest(to: word, among: ["a", "library"]) == name)
    }

    @Test func `a short name that is too different does not hide a longer one`() {
        #expect(EditDistance.nearest(to: "exprts", among: ["parts", "exporters"]) == "exporters")
    }
}
