import Testing

@testable import MosaicServer

struct QueryValuesTests {
    @Test(
        arguments: [
            ("a=1", "1"), ("b=2&a=1", "1"), ("a=", ""), ("a", ""), ("a=1=2", "1=2"), ("a=%41%6a", "Aj"), ("a=+", "+"),
            ("&&a=1&&", "1"), ("b=%&a=1", "1"), ("%=1&a=1", "1"), ("a=%C3%BC", "\u{FC}"), ("", nil), ("b=1", nil),
            ("A=1", nil), ("a=1&a=1", nil), ("a&a", nil), ("a=1&%61=1", nil), ("a=%", nil), ("a=%4", nil),
            ("a=%4g", nil), ("a=%-1", nil), ("a=%C3", nil), ("aa=1", nil),
        ] as [(String, String?)])
    func `a value that stands there once is read`(query: String, value: String?) {
        #expect(QueryValues.only("a", in: query) == value)
    }
}
