import Foundation
import Mosaic
import Testing
import TiledJPEG

struct GeometryRequestCodableTests {
    private func decoded(_ text: String) throws -> GeometryRequest {
        try JSONDecoder().decode(GeometryRequest.self, from: Data(text.utf8))
    }

    @Test func `all keys are optional, and open settings are not encoded`() throws {
        #expect(try decoded("{}") == GeometryRequest())
        let text = String(decoding: try JSONEncoder().encode(GeometryRequest()), as: UTF8.self)
        for key in ["tile", "width", "grid", "maximum_side"] { #expect(!text.contains(key)) }
    }

    @Test func `a request survives its document`() throws {
        var request = GeometryRequest()
        request.tile = PixelSize(width: 160, height: 90)
        request.width = 320
        request.grid = TileGrid(columns: 65_535, rows: 1)
        request.maximumSide = 4_096
        request.allowsLargeSheets = true
        request.isUniform = true
        let encoded = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
        #expect(try decoded(encoded) == request)
        let text =
            #"{"tile":{"width":160,"height":90},"width":320,"grid":{"columns":65535,"rows":1},"maximum_side":4096,"#
            + #""allow_large_sheets":true,"uniform":true}"#
        #expect(try decoded(text) == request)
    }

    @Test(
        arguments: [
            #"{"tile":{"width":0,"height":90}}"#, #"{"grid":{"columns":0,"rows":1}}"#, #"{"grid":"5x5"}"#,
            #"{"grid":{"columns":65536,"rows":1}}"#, #"{"width":1.5}"#, #"{"width":1e30}"#, #"{"uniform":1}"#, "[]",
        ])
    func `an invalid request is refused`(text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }
}
