// swift-tools-version: 6.2
import PackageDescription

// Targets are listed bottom-up: a module may import only what stands above it.
let package = Package(
    name: "mosaic",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16)],
    targets: [
        .target(name: "ImageHeaders"),
    ]
)

// Names in public signatures stay honest (`any`, `public import`, one import per module used), and code that
// touches raw memory has to say so.
let touchesMemory: Set<String> = ["Raster", "ScaledJPEG"]
for target in package.targets where ![.system, .plugin, .binary].contains(target.type) {
    var settings: [SwiftSetting] = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if touchesMemory.contains(target.name) { settings.append(.strictMemorySafety()) }
    target.swiftSettings = settings
}
