// swift-tools-version: 6.2
import PackageDescription

// Dependencies of the composing side are not even fetched for a package that says `traits: []`.
let composer = TargetDependencyCondition.when(traits: ["Composer"])
// What reads films is compiled only where the system's libav is there.
let film = TargetDependencyCondition.when(traits: ["Film"])
// Clients of HTTP: object stores, other servers.
let cloud = TargetDependencyCondition.when(traits: ["Cloud"])
let server = TargetDependencyCondition.when(traits: ["Server"])

// Packages, on GitHub, and the products of them that targets use. Targets list products by name, like targets.
let packages: [(repository: String, version: Version, products: [String])] = [
    ("apple/swift-argument-parser", "1.8.2", ["ArgumentParser"]),
    ("apple/swift-collections", "1.6.0", ["DequeModule"]),
    ("apple/swift-configuration", "1.4.0", ["Configuration"]),
    ("apple/swift-http-types", "1.4.0", ["HTTPTypes"]),
    ("apple/swift-log", "1.12.0", ["Logging"]),
    ("apple/swift-metrics", "2.9.0", ["CoreMetrics"]),
    ("apple/swift-nio", "2.100.0", ["NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOPosix"]),
    ("apple/swift-nio-extras", "1.34.0", ["NIOHTTPCompression", "NIOHTTPTypes"]),
    ("apple/swift-nio-ssl", "2.36.0", ["NIOSSL"]),
    ("groue/GRDB.swift", "7.10.0", ["GRDB", "GRDBSQLite"]),
    (
        "hummingbird-project/hummingbird", "2.28.1",
        ["Hummingbird", "HummingbirdCore", "HummingbirdHTTP2", "HummingbirdTesting"]
    ),
    ("swift-server/swift-service-lifecycle", "2.9.0", ["ServiceLifecycle", "UnixSignals"]),
    ("swift-server/async-http-client", "1.37.0", ["AsyncHTTPClient"]),
]

// Targets are listed bottom-up: a module may import only what stands above it.
let package = Package(
    name: "mosaic",
    // On iOS and tvOS only what players embed is of use: the rest links libjpeg. `Duration` and the lock of `os` hold these
    // up. macOS, where the tools run, needs what they use: `Mutex`, task executors and swift-configuration.
    platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16)],
    products: [
        .executable(name: "mosaic", targets: ["MosaicCommand"]),
        .executable(name: "mosaic-frames", targets: ["MosaicFramesCommand"]),
        .library(name: "AssetThumbnailsCompatibility", targets: ["AssetThumbnailsCompatibility"]),
        // Sizes, times and settings of their API are those of the modules below them.
        .library(name: "Mosaic", targets: ["Mosaic", "WebVTT", "TiledJPEG", "Raster"]),
        .library(name: "MosaicCloud", targets: ["MosaicCloud"]),
        .library(name: "MosaicEmbedded", targets: ["MosaicEmbedded"]),
        .library(name: "MosaicLibrary", targets: ["MosaicLibrary"]),
        .library(name: "MosaicServer", targets: ["MosaicServer"]),
        .library(name: "ScrubPreview", targets: ["ScrubPreview", "WebVTT", "TiledJPEG"]),
        .library(name: "TiledJPEG", targets: ["TiledJPEG"]),
        // A transport sends its requests: the protocol and its errors are HTTPFetching's.
        .library(name: "TrackDoctor", targets: ["TrackDoctor", "HTTPFetching", "WebVTT"]),
        .library(name: "WebVTT", targets: ["WebVTT"]),
        .library(name: "YouTubeUploads", targets: ["YouTubeUploads"]),
    ],
    traits: [
        .default(enabledTraits: ["Composer", "Server", "Cloud"]),
        .trait(
            name: "Composer", description: "Composing and the tool. A player app that only shows previews does without."
        ),
        .trait(name: "Server", description: "mosaic serve, and metrics.", enabledTraits: ["Composer"]),
        .trait(
            name: "Cloud", description: "Screenshots in S3, uploads of YouTube, tracks at URLs.",
            enabledTraits: ["Composer"]),
        .trait(
            name: "Film", description: "mosaic-frames, which reads films by the system's libav.",
            enabledTraits: ["Composer"]),
    ],
    dependencies: packages.map { .package(url: "https://github.com/\($0.repository)", from: $0.version) },
    targets: [
        // Bytes and text: no C, no Foundation.
        .target(name: "TiledJPEG"),
        .target(name: "WebVTT"),
        // What players besides those of WebVTT read: playlists, manifests, containers.
        .target(name: "PlayerFormats", dependencies: ["TiledJPEG", "WebVTT"]),

        // The version of all programs and the commit of a release; what glibc declares for _GNU_SOURCE alone.
        .target(name: "CMosaicSystem"),

        // Between mosaic and mosaic-frames: no C, no Foundation.
        .target(name: "FilmProtocol"),

        // The player's side: no C, no codec.
        .target(name: "SystemMemory"),
        .target(name: "WebOrigins"),
        // Redirects, host checks, time limits of requests, which a transport sends.
        .target(name: "HTTPFetching", dependencies: ["WebOrigins"]),
        // Never imports ScrubPreview: with that would come URLSession, and curl.
        .target(
            name: "TrackDoctor",
            dependencies: ["TiledJPEG", "WebVTT", "PlayerFormats", "WebOrigins", "HTTPFetching"]),
        .target(
            name: "ScrubPreview",
            dependencies: ["WebVTT", "TiledJPEG", "PlayerFormats", "SystemMemory", "WebOrigins", "HTTPFetching"]),
        .target(name: "AssetThumbnailsCompatibility", dependencies: ["TiledJPEG", "WebVTT", "ScrubPreview"]),

        // Pixels: C libraries behind fences, and the module that touches raw memory.
        .systemLibrary(
            name: "CLibJPEG", pkgConfig: "libjpeg",
            providers: [.apt(["libjpeg62-turbo-dev"]), .brew(["jpeg-turbo"])]),
        .systemLibrary(
            name: "CLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
        .systemLibrary(name: "CLibZimg", pkgConfig: "zimg", providers: [.apt(["libzimg-dev"]), .brew(["zimg"])]),
        .target(name: "CCodecs", dependencies: ["CLibJPEG", "CLibPNG", "CLibZimg"]),
        .target(name: "Raster", dependencies: ["TiledJPEG", "CCodecs"]),

        // Frames of films: a program of its own, so that a decoder that crashes ends nothing else.
        // libavformat's description names those of libavcodec and libavutil.
        .systemLibrary(
            name: "CLibAV", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev"]), .brew(["ffmpeg"])]),
        .systemLibrary(name: "CLibSeccomp", pkgConfig: "libseccomp", providers: [.apt(["libseccomp-dev"])]),
        .target(
            name: "CFilm",
            dependencies: [
                .byName(name: "CLibAV", condition: film), .byName(name: "CLibSeccomp", condition: film),
                .byName(name: "CLibZimg", condition: film),
            ],
            cSettings: [.define("Film", .when(traits: ["Film"]))]),
        .executableTarget(
            name: "MosaicFramesCommand",
            dependencies: [
                "CMosaicSystem", "FilmProtocol", "CFilm", .byName(name: "CLibAV", condition: film),
                .byName(name: "CLibSeccomp", condition: film), .byName(name: "CLibZimg", condition: film),
            ]),

        // The domain: storyboards, libraries of them, and the tool.
        // Files, threads and processes, for the modules of this package alone.
        .target(
            name: "MosaicSystem",
            dependencies: ["CMosaicSystem", "DequeModule"]),
        // SHA-256 and GMAC: composing needs no library of ciphers, whose compilation took longer than all else.
        .target(name: "CDigest"),
        .target(
            name: "Mosaic",
            dependencies: ["CDigest", "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "FilmProtocol", "MosaicSystem"]),
        .target(
            name: "MosaicLibrary",
            dependencies: ["WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "MosaicSystem", "Mosaic", "WebOrigins"]),
        .target(
            name: "MosaicEmbedded",
            dependencies: ["WebVTT", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "GRDB", "GRDBSQLite"]),
        // A channel's uploads by YouTube's API, over a port: no client of HTTP, no Foundation of networking.
        .target(name: "YouTubeUploads", dependencies: ["WebVTT"]),
        // Screenshots in S3, and what else is asked of servers of others.
        .target(
            name: "MosaicCloud",
            dependencies: [
                "PlayerFormats", "WebOrigins", "HTTPFetching", "YouTubeUploads", "MosaicSystem", "Mosaic",
                "MosaicLibrary", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOHTTPCompression", "NIOPosix", "NIOSSL",
            ]),
        // Signatures of tokens: libcrypto of the system, because a library of ciphers in Swift takes a sixth of a clean build.
        .systemLibrary(
            name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "CSignatures", dependencies: ["CLibCrypto"]),
        .target(
            name: "MosaicServer",
            dependencies: [
                "CSignatures", "WebVTT", "TiledJPEG", "PlayerFormats", "SystemMemory", "Raster", "Mosaic",
                "MosaicLibrary", "WebOrigins", "CoreMetrics", "HTTPTypes", "Hummingbird", "HummingbirdCore",
                "HummingbirdHTTP2", "Logging", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOPosix", "NIOSSL",
                "ServiceLifecycle", "UnixSignals",
            ],
            resources: [.embedInCode("Routes/openapi.json")]),
        .target(
            name: "CommandSupport",
            dependencies: [
                "CMosaicSystem", "WebVTT", "TiledJPEG", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary",
                "ArgumentParser",
            ]),
        // A module of its own, because it is compiled for the trait Server alone.
        .target(
            name: "MosaicServeCommand",
            dependencies: [
                "CMosaicSystem", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "MosaicEmbedded", "MosaicServer",
                .target(name: "MosaicCloud", condition: cloud), "CommandSupport", "ArgumentParser", "Configuration",
                "Logging",
            ]),
        .executableTarget(
            name: "MosaicCommand",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary",
                "MosaicEmbedded", .target(name: "MosaicCloud", condition: cloud), "YouTubeUploads", "HTTPFetching",
                "TrackDoctor", "CommandSupport", .target(name: "MosaicServer", condition: server),
                .target(name: "MosaicServeCommand", condition: server), "ArgumentParser",
            ]),
    ]
)

let testSupport: KeyValuePairs<String, [Target.Dependency]> = [
    // Programs, connections, gates and shared cases, without modules of the package.
    "TestSupport": [],
    // The C library's own view of a JPEG.
    "CJPEGOracle": ["CLibJPEG"],
    "OracleJPEG": ["CJPEGOracle"],
    "Seeded": [],
    // Whether a run is of the quick tier or of the thorough one.
    "Tiers": ["Seeded"],
    "SeededCorpus": ["OracleJPEG", "CJPEGOracle", "Seeded"],
    "PictureQuality": ["CJPEGOracle"],
    "DrawnPictures": ["TiledJPEG", "OracleJPEG", "CJPEGOracle", "Seeded", "TestSupport"],
    "CAllocationCount": [],
    // OpenSSL's digests and signatures.
    "CryptoOracle": ["CLibCrypto"],
    "ScrubFixtures": ["TiledJPEG", "OracleJPEG", "CJPEGOracle"],
    "MosaicFixtures": [
        "TiledJPEG", "WebVTT", "MosaicSystem", "Mosaic", "OracleJPEG", "CJPEGOracle", "TestSupport",
    ],
    "FilmFixtures": ["FilmProtocol", "Mosaic", "MosaicFixtures", "Seeded", "TestSupport"],
    "ObjectStoreContract": ["Mosaic", "Seeded", "Tiers"],
    // A server that plays S3, one that spoils what passes, and S3 servers that others wrote.
    "S3Fixtures": ["MosaicSystem", "Mosaic", "MosaicFixtures", "NIOCore", "NIOHTTP1", "NIOPosix"],
    "CatalogContract": ["WebVTT", "Mosaic", "MosaicLibrary", "Seeded"],
    "HTTPCases": ["WebOrigins", "MosaicServer", "HTTPTypes"],
]
let tests: KeyValuePairs<String, [Target.Dependency]> = [
    "FilmProtocolTests": ["FilmProtocol", "Seeded"],
    "WebVTTTests": ["WebVTT", "Seeded"],
    "YouTubeUploadsTests": ["WebVTT", "YouTubeUploads", "Seeded"],
    "AllocationTests": ["WebVTT", "CAllocationCount"],
    "TiledJPEGTests": ["TiledJPEG", "OracleJPEG", "CJPEGOracle", "Seeded"],
    "PlayerFormatsTests": [
        "WebVTT", "TiledJPEG", "PlayerFormats", "ScrubFixtures", "OracleJPEG", "CJPEGOracle", "Seeded",
    ],
    "ScrubPreviewTests": [
        "WebVTT", "TiledJPEG", "PlayerFormats", "HTTPFetching", "ScrubPreview", "ScrubFixtures", "CAllocationCount",
        "Seeded",
    ],
    "WebOriginsTests": ["WebOrigins"],
    "HTTPFetchingTests": ["WebOrigins", "HTTPFetching", "ScrubPreview", "ScrubFixtures"],
    "TrackDoctorTests": [
        "TiledJPEG", "WebVTT", "PlayerFormats", "HTTPFetching", "TrackDoctor", "MosaicCloud", "ScrubFixtures", "Seeded",
    ],
    "AssetThumbnailsCompatibilityTests": ["ScrubPreview", "AssetThumbnailsCompatibility", "ScrubFixtures", "Seeded"],
    "RasterTests": [
        "TiledJPEG", "Raster", "CCodecs", "SeededCorpus", "PictureQuality", "DrawnPictures", "OracleJPEG",
        "CJPEGOracle", "Seeded",
    ],
    "FilmTests": ["TiledJPEG", "FilmProtocol", "Mosaic", "FilmFixtures", "MosaicFixtures", "Seeded"],
    "SystemMemoryTests": ["SystemMemory", "MosaicFixtures"],
    "MosaicSystemTests": ["MosaicSystem", "MosaicFixtures"],
    "MosaicTests": [
        "CDigest", "CryptoOracle", "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "FilmProtocol", "MosaicSystem",
        "Mosaic", "MosaicLibrary", "ObjectStoreContract", "OracleJPEG", "CJPEGOracle", "MosaicFixtures", "Seeded",
    ],
    "MosaicCloudTests": [
        "TiledJPEG", "WebVTT", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "PlayerFormats", "MosaicEmbedded",
        "WebOrigins", "YouTubeUploads", "MosaicCloud", "MosaicFixtures", "S3Fixtures", "Seeded", "NIOSSL",
    ],
    "ChapterThumbnailsTests": ["WebVTT", "TiledJPEG", "ScrubPreview", "ChapterThumbnails", "ScrubFixtures"],
    "MosaicLibraryTests": [
        "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "CJPEGOracle",
        "MosaicFixtures", "Seeded",
    ],
    "MosaicEmbeddedTests": [
        "WebVTT", "TiledJPEG", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "MosaicEmbedded", "CatalogContract",
        "MosaicFixtures", "Seeded", "GRDB",
    ],
    "MosaicServerTests": [
        "WebVTT", "TiledJPEG", "PlayerFormats", "MosaicSystem", "Mosaic", "MosaicLibrary", "MosaicEmbedded",
        "CatalogContract", "HTTPCases", "MosaicServer", "WebOrigins", "CryptoOracle", "MosaicCloud", "FilmFixtures",
        "MosaicFixtures", "S3Fixtures", "Seeded", "CoreMetrics", "HTTPTypes", "Hummingbird", "HummingbirdTesting",
        "Logging", "NIOCore", "NIOEmbedded", "NIOHTTP1", "NIOHTTPTypes",
    ],
    // Compiles the code that the documentation shows.
    "DocumentationTests": [
        "TiledJPEG", "Raster", "Mosaic", "MosaicLibrary", "MosaicEmbedded", "MosaicCommand", "MosaicFixtures",
        "ScrubFixtures", "ArgumentParser",
    ],
    // Runs the tools that lie beside the tests, as BehaviourTests does.
    "MosaicCommandTests": [
        "WebVTT", "TiledJPEG", "PlayerFormats", "CJPEGOracle", "MosaicSystem", "Mosaic", "MosaicLibrary",
        "MosaicEmbedded", "CommandSupport", "MosaicCommand", "MosaicServeCommand", "MosaicCloud", "YouTubeUploads",
        "FilmFixtures", "MosaicFixtures", "S3Fixtures", "Seeded", "GRDB", "NIOHTTP1", "NIOCore", "NIOPosix", "NIOSSL",
        "ArgumentParser",
    ],
]
package.targets += testSupport.map { .target(name: $0, dependencies: $1, path: "Tests/Support/\($0)") }
package.targets += tests.map { .testTarget(name: $0, dependencies: $1) }
package.targets += [
    // The strip of an app, which is copied; its logic is compiled here, its views where SwiftUI is.
    .target(
        name: "ChapterThumbnails", dependencies: ["WebVTT", "TiledJPEG", "ScrubPreview"], path: "samples/ios",
        exclude: ["README.md"]),
    // An app that sees of the package what any other package sees; it is the documentation's example, too.
    .testTarget(
        name: "AppTests",
        dependencies: [
            "WebVTT", "TiledJPEG", "ScrubPreview", "Mosaic", "MosaicLibrary", "MosaicServer", "CatalogContract",
            "Hummingbird", "Logging",
        ],
        packageAccess: false),
    // Imports none of the modules of the tools that it runs: what it expects holds whatever the code is called.
    .testTarget(name: "BehaviourTests", dependencies: ["Seeded"], path: "Tests/Behaviour", exclude: ["Expected"]),
]

// Not shipped: costs beside floors and peers. It needs `package` symbols, so it cannot be a package of its own, and no
// build compiles it unless asked.
if Context.environment["MOSAIC_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "mosaic-bench",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "ScrubPreview", "Raster", "MosaicSystem", "Mosaic",
                "MosaicLibrary", "MosaicEmbedded", "CCodecs", "CJPEGOracle", "CAllocationCount", "SeededCorpus",
                "PictureQuality", "Seeded", "FilmProtocol", "FilmFixtures", "MosaicCloud", "S3Fixtures", "GRDBSQLite",
                "ArgumentParser",
            ],
            path: "Tests/Benchmarks")
    )
}

// Every test can be of the thorough tier.
for target in package.targets where target.type == .test { target.dependencies += ["Tiers", "TestSupport"] }

for target in package.targets {
    target.dependencies = target.dependencies.map { dependency in
        guard case .byNameItem(let name, nil) = dependency,
            let repository = packages.first(where: { $0.products.contains(name) })?.repository
        else { return dependency }
        return .product(name: name, package: String(repository.split(separator: "/")[1]), condition: composer)
    }
}

// Names in public signatures stay honest (`any`, `public import`, one import for each module used), and code that
// touches raw memory has to say so.
let touchesMemory: Set<String> = ["Raster"]
// Tests spend more time in unoptimized loops over pixels and bytes than these modules take to optimize. Assertions stay.
let optimizedForTests: Set<String> = [
    "TiledJPEG", "WebVTT", "CCodecs", "CDigest", "CFilm", "Raster", "MosaicFramesCommand", "CJPEGOracle", "OracleJPEG",
    "Seeded", "SeededCorpus", "PictureQuality", "DrawnPictures", "TestSupport",
]
let testBuild = Context.environment["MOSAIC_WHOLE_MODULES"] != nil
for target in package.targets where target.type != .system {
    var settings: [SwiftSetting] = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
    if touchesMemory.contains(target.name) { settings.append(.strictMemorySafety()) }
    if testBuild, optimizedForTests.contains(target.name) {
        settings.append(.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
        target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O1"], .when(configuration: .debug))]
    }
    target.swiftSettings = settings
}
