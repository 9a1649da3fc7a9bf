/// A row has a value that Mosaic does not write.
struct RowFailure: Error {
    let column: String
}
