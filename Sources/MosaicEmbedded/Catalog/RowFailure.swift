/// A row holds something that nobody wrote there.
struct RowFailure: Error {
    let column: String
}
