/// Two ways to decode JPEGs at a part of their size, both held against a full decode that a Lanczos filter reduces.
///
/// Planes are compared in the size that the first way gives them. Libjpeg's chroma planes may be larger, for it decodes
/// chroma of 4:2:0 files at twice the scale where it can; they are reduced by the same filter to that size, which is
/// that of the chroma of a 4:2:0 tile, and end as bytes like all others.
package struct ScalingContest {
    /// The errors of one way.
    package struct Errors {
        package fileprivate(set) var luma = SquaredError()
        package fileprivate(set) var chroma = SquaredError()
        /// Luma and chroma, every sample alike.
        package var picture: SquaredError { luma + chroma }

        fileprivate mutating func add(_ plane: SamplePlane, wanted: SamplePlane, component: Int) {
            if component == 0 {
                luma.add(plane, wanted: wanted)
            } else {
                chroma.add(plane, wanted: wanted)
            }
        }
    }

    /// A file that libjpeg cannot decode, or in other components.
    package struct Refusal: Error {}

    private let eighths: Int
    package private(set) var own = Errors()
    package private(set) var libjpeg = Errors()
    /// Whether libjpeg decoded chroma at full size, so that chroma is compared at that size.
    package private(set) var hasFullChroma = false

    package init(eighths: Int) { self.eighths = eighths }

    /// Adds a file, of which `planes` are what the first way makes.
    package mutating func add(_ jpeg: [UInt8], _ planes: [SamplePlane]) throws(Refusal) {
        guard let full = SamplePlane.decoded(jpeg, eighths: 8), full.count == planes.count,
            let scaled = SamplePlane.decoded(jpeg, eighths: eighths), scaled.count == planes.count
        else { throw Refusal() }
        for (index, plane) in planes.enumerated() {
            let ideal = full[index].reduced(toWidth: plane.width, height: plane.height)
            let theirs = scaled[index].reduced(toWidth: plane.width, height: plane.height).rounded
            own.add(plane, wanted: ideal, component: index)
            libjpeg.add(theirs, wanted: ideal, component: index)
            if index > 0, scaled[index].width == full[index].width { hasFullChroma = true }
        }
    }
}
