// swift-tools-version: 6.2
import PackageDescription

// Fuzz targets, apart from the product's manifest: they link only with a fuzzer. `run` beside this file lays the
// sources out where this manifest finds them.
let package = Package(
    name: "mosaic-fuzzing",
    platforms: [.macOS(.v13)],
    targets: [
        .systemLibrary(name: "CLibJPEG", pkgConfig: "libjpeg"),
        .target(name: "CJPEGOracle", dependencies: ["CLibJPEG"]),
        .target(name: "TiledJPEG"),
        .target(
            name: "ScaledJPEG", dependencies: ["TiledJPEG"], path: "Sources/Raster",
            sources: ["ScaledJPEG", "ImageError.swift"]),
        .target(name: "FilmProtocol"),
        .executableTarget(name: "SeedFiles", dependencies: ["CJPEGOracle", "FilmProtocol"]),
        .executableTarget(name: "ScaledJPEGFuzz", dependencies: ["ScaledJPEG", "TiledJPEG", "CJPEGOracle"]),
        .executableTarget(name: "FilmRecordsFuzz", dependencies: ["FilmProtocol"]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
