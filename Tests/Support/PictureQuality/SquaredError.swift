import Foundation

/// Squared difference between samples and their reference.
package struct SquaredError {
    private var sum = 0.0
    private var count = 0.0

    package init() {}

    /// Adds all samples of a plane.
    package mutating func add(_ plane: SamplePlane, wanted: SamplePlane) {
        precondition((plane.width, plane.height) == (wanted.width, wanted.height), "Planes differ in size")
        for (sample, ideal) in zip(plane.samples, wanted.samples) { sum += (sample - ideal) * (sample - ideal) }
        count += Double(plane.samples.count)
    }

    /// The errors of two sets of samples.
    static func + (one: SquaredError, other: SquaredError) -> SquaredError {
        var both = one
        both.sum += other.sum
        both.count += other.count
        return both
    }

    /// The root of the mean squared error, in levels of 8-bit samples.
    package var levels: Double { (sum / count).squareRoot() }

    /// The peak signal-to-noise ratio of 8-bit samples, in dB; infinite where there is no error.
    package var decibels: Double { 10 * log10(255 * 255 * count / sum) }
}
