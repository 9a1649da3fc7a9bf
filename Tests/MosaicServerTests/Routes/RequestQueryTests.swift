import Mosaic
import Testing

@testable import MosaicServer

struct RequestQueryTests {
    @Test func `parameters are decoded, and a plus sign is a space`() throws {
        let query = RequestQuery("search=a+b%2Bc%C3%BC&empty=&alone&%6Cimit=5")
        #expect(try query.text("search") == "a b+cü")
        #expect(try query.text("empty") == nil && query.text("alone") == nil, "forms send what nobody filled in")
        #expect(try query.number("empty", in: 1...9) == nil)
        let none: SheetFormat? = try query.choice("empty")
        #expect(none == nil)
        #expect(try query.number("limit", in: 1...9) == 5)
        #expect(try query.text("absent") == nil)
        #expect(try RequestQuery(nil).text("search") == nil)
    }

    @Test(arguments: ["a=1&a=1", "a=%zz", "a=%ff", "a=1&%61=2"])
    func `a parameter that is there twice or cannot be decoded is refused`(text: String) {
        #expect(throws: RequestError.self) { try RequestQuery(text).text("a") }
    }

    @Test(arguments: ["a=0", "a=10", "a=x", "a=+", "a=5.0", "a= 5", "a=99999999999999999999"])
    func `a number outside its range is refused`(text: String) {
        #expect(throws: RequestError.self) { try RequestQuery(text).number("a", in: 1...9) }
    }

    @Test func `one of some words`() throws {
        let found: SheetFormat? = try RequestQuery("a=png").choice("a")
        #expect(found == .png)
        #expect(throws: RequestError.self) { let _: SheetFormat? = try RequestQuery("a=mosaic").choice("a") }
    }
}
