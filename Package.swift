// swift-tools-version: 6.2
import PackageDescription

// Dependencies of the composing side are not even fetched for a package that says `traits: []`.
let composer = TargetDependencyCondition.when(traits: ["Composer"])
// What reads films is compiled only where the system's libav is there.
let film = TargetDependencyCondition.when(traits: ["Film"])
// Clients of HTTP: object stores, other servers.
let cloud = TargetDependencyCondition.when(traits: ["Cloud"])
let server = TargetDependencyCondition.when(traits: ["Server"])

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
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.12.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.9.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.36.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
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
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "SystemMemory", "WebOrigins", "HTTPFetching",
            ]),
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
                "CMosaicSystem", "FilmProtocol", "CFilm",
                .byName(name: "CLibAV", condition: film), .byName(name: "CLibSeccomp", condition: film),
                .byName(name: "CLibZimg", condition: film),
            ]),

        // The domain: storyboards, libraries of them, and the tool.
        // Files, threads and processes, for the modules of this package alone.
        .target(
            name: "MosaicSystem",
            dependencies: [
                "CMosaicSystem", .product(name: "DequeModule", package: "swift-collections", condition: composer),
            ]),
        // SHA-256 and GMAC: composing needs no library of ciphers, whose compilation took longer than all else.
        .target(name: "CDigest"),
        .target(
            name: "Mosaic",
            dependencies: [
                "CDigest", "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "FilmProtocol",
                "MosaicSystem",
            ]),
        .target(
            name: "MosaicLibrary",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "MosaicSystem", "Mosaic",
                "WebOrigins",
            ]),
        .target(
            name: "MosaicEmbedded",
            dependencies: [
                "WebVTT", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary",
                .product(name: "GRDB", package: "GRDB.swift", condition: composer),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: composer),
            ]),
        // A channel's uploads by YouTube's API, over a port: no client of HTTP, no Foundation of networking.
        .target(name: "YouTubeUploads", dependencies: ["WebVTT"]),
        // Screenshots in S3, and what else is asked of servers of others.
        .target(
            name: "MosaicCloud",
            dependencies: [
                "PlayerFormats", "WebOrigins", "HTTPFetching", "YouTubeUploads", "MosaicSystem", "Mosaic",
                "MosaicLibrary",
                .product(name: "AsyncHTTPClient", package: "async-http-client", condition: composer),
                .product(name: "NIOCore", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: composer),
                .product(name: "NIOPosix", package: "swift-nio", condition: composer),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: composer),
            ]),
        // Signatures of tokens: libcrypto of the system, because a library of ciphers in Swift takes a sixth of a clean build.
        .systemLibrary(
            name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .target(name: "CSignatures", dependencies: ["CLibCrypto"]),
        .target(
            name: "MosaicServer",
            dependencies: [
                "CSignatures",
                "WebVTT", "TiledJPEG", "PlayerFormats", "SystemMemory", "Raster", "Mosaic",
                "MosaicLibrary",
                "WebOrigins",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: composer),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: composer),
                .product(name: "Hummingbird", package: "hummingbird", condition: composer),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: composer),
                .product(name: "HummingbirdHTTP2", package: "hummingbird", condition: composer),
                .product(name: "Logging", package: "swift-log", condition: composer),
                .product(name: "NIOCore", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: composer),
                .product(name: "NIOPosix", package: "swift-nio", condition: composer),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: composer),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: composer),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: composer),
            ],
            resources: [.embedInCode("Routes/openapi.json")]),
        .target(
            name: "CommandSupport",
            dependencies: [
                "CMosaicSystem", "WebVTT", "TiledJPEG", "Raster", "MosaicSystem", "Mosaic",
                "MosaicLibrary",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: composer),
            ]),
        // A module of its own, because it is compiled for the trait Server alone.
        .target(
            name: "MosaicServeCommand",
            dependencies: [
                "CMosaicSystem", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "MosaicEmbedded",
                "MosaicServer",
                .target(name: "MosaicCloud", condition: cloud), "CommandSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: composer),
                .product(name: "Configuration", package: "swift-configuration", condition: composer),
                .product(name: "Logging", package: "swift-log", condition: composer),
            ]),
        .executableTarget(
            name: "MosaicCommand",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "MosaicSystem", "Mosaic",
                "MosaicLibrary",
                "MosaicEmbedded", .target(name: "MosaicCloud", condition: cloud), "YouTubeUploads",
                "HTTPFetching", "TrackDoctor",
                "CommandSupport", .target(name: "MosaicServer", condition: server),
                .target(name: "MosaicServeCommand", condition: server),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: composer),
                .product(name: "CoreMetrics", package: "swift-metrics", condition: composer),
            ]),

        // Tests: programs, connections and shared cases, without modules of the package.
        .target(name: "TestSupport", path: "Tests/Support/TestSupport"),
        // The oracle is the C library's own view of a JPEG.
        .target(name: "CJPEGOracle", dependencies: ["CLibJPEG"], path: "Tests/Support/CJPEGOracle"),
        .target(name: "Seeded", path: "Tests/Support/Seeded"),
        // Whether a run is of the quick tier or of the thorough one.
        .target(name: "Tiers", dependencies: ["Seeded"], path: "Tests/Support/Tiers"),
        .target(
            name: "SeededCorpus", dependencies: ["CJPEGOracle", "Seeded"], path: "Tests/Support/SeededCorpus"),
        .target(name: "PictureQuality", dependencies: ["CJPEGOracle"], path: "Tests/Support/PictureQuality"),
        .target(name: "CAllocationCount", path: "Tests/Support/CAllocationCount"),
        // OpenSSL's digests and signatures.
        .target(name: "CryptoOracle", dependencies: ["CLibCrypto"], path: "Tests/Support/CryptoOracle"),
        .testTarget(name: "FilmProtocolTests", dependencies: ["FilmProtocol", "Seeded"]),
        .testTarget(name: "WebVTTTests", dependencies: ["WebVTT", "Seeded"]),
        .testTarget(name: "YouTubeUploadsTests", dependencies: ["WebVTT", "YouTubeUploads", "Seeded"]),
        .testTarget(name: "AllocationTests", dependencies: ["WebVTT", "CAllocationCount"]),
        .testTarget(name: "TiledJPEGTests", dependencies: ["TiledJPEG", "CJPEGOracle", "Seeded"]),
        .testTarget(
            name: "PlayerFormatsTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "ScrubFixtures", "CJPEGOracle", "Seeded",
            ]),
        .target(
            name: "ScrubFixtures", dependencies: ["TiledJPEG", "CJPEGOracle"], path: "Tests/Support/ScrubFixtures"),
        .testTarget(
            name: "ScrubPreviewTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "HTTPFetching", "ScrubPreview",
                "ScrubFixtures", "CAllocationCount", "Seeded",
            ]),
        .testTarget(name: "WebOriginsTests", dependencies: ["WebOrigins"]),
        .testTarget(
            name: "HTTPFetchingTests",
            dependencies: ["WebOrigins", "HTTPFetching", "ScrubPreview", "ScrubFixtures"]),
        .testTarget(
            name: "TrackDoctorTests",
            dependencies: [
                "TiledJPEG", "WebVTT", "PlayerFormats", "HTTPFetching", "TrackDoctor", "MosaicCloud",
                "ScrubFixtures", "Seeded",
            ]),
        .testTarget(
            name: "AssetThumbnailsCompatibilityTests",
            dependencies: ["ScrubPreview", "AssetThumbnailsCompatibility", "ScrubFixtures", "Seeded"]),
        .testTarget(
            name: "RasterTests",
            dependencies: [
                "TiledJPEG", "Raster", "CCodecs", "SeededCorpus", "PictureQuality", "CJPEGOracle", "Seeded",
            ]),
        .target(
            name: "MosaicFixtures",
            dependencies: ["TiledJPEG", "WebVTT", "MosaicSystem", "Mosaic", "CJPEGOracle", "TestSupport"],
            path: "Tests/Support/MosaicFixtures"),
        .target(
            name: "FilmFixtures", dependencies: ["FilmProtocol", "Mosaic", "MosaicFixtures", "Seeded", "TestSupport"],
            path: "Tests/Support/FilmFixtures"),
        .testTarget(
            name: "FilmTests",
            dependencies: ["TiledJPEG", "FilmProtocol", "Mosaic", "FilmFixtures", "MosaicFixtures", "Seeded"]),
        .testTarget(name: "SystemMemoryTests", dependencies: ["SystemMemory", "MosaicFixtures"]),
        .testTarget(name: "MosaicSystemTests", dependencies: ["MosaicSystem", "MosaicFixtures"]),
        .target(
            name: "ObjectStoreContract", dependencies: ["Mosaic", "Seeded", "Tiers"],
            path: "Tests/Support/ObjectStoreContract"),
        .testTarget(
            name: "MosaicTests",
            dependencies: [
                "CDigest", "CryptoOracle", "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "FilmProtocol",
                "MosaicSystem", "Mosaic",
                "MosaicLibrary",
                "ObjectStoreContract",
                "CJPEGOracle",
                "MosaicFixtures", "Seeded",
            ]),
        // A server that plays S3, one that spoils what passes, and S3 servers that others wrote.
        .target(
            name: "S3Fixtures",
            dependencies: [
                "MosaicSystem", "Mosaic", "MosaicFixtures",
                .product(name: "NIOCore", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: composer),
                .product(name: "NIOPosix", package: "swift-nio", condition: composer),
            ],
            path: "Tests/Support/S3Fixtures"),
        .testTarget(
            name: "MosaicCloudTests",
            dependencies: [
                "TiledJPEG", "WebVTT", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary", "PlayerFormats",
                "MosaicEmbedded", "WebOrigins", "YouTubeUploads",
                "MosaicCloud", "MosaicFixtures", "S3Fixtures", "Seeded",
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: composer),
            ]),
        // The strip of an app, which is copied; its logic is compiled here, its views where SwiftUI is.
        .target(
            name: "ChapterThumbnails", dependencies: ["WebVTT", "TiledJPEG", "ScrubPreview"], path: "samples/ios",
            exclude: ["README.md"]),
        .testTarget(
            name: "ChapterThumbnailsTests",
            dependencies: ["WebVTT", "TiledJPEG", "ScrubPreview", "ChapterThumbnails", "ScrubFixtures"]),
        .target(
            name: "CatalogContract", dependencies: ["WebVTT", "Mosaic", "MosaicLibrary", "Seeded"],
            path: "Tests/Support/CatalogContract"),
        .testTarget(
            name: "MosaicLibraryTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "Raster", "MosaicSystem", "Mosaic",
                "MosaicLibrary", "CJPEGOracle",
                "MosaicFixtures",
                "Seeded",
            ]),
        .testTarget(
            name: "MosaicEmbeddedTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "Raster", "MosaicSystem", "Mosaic", "MosaicLibrary",
                "MosaicEmbedded",
                "CatalogContract",
                "MosaicFixtures", "Seeded", .product(name: "GRDB", package: "GRDB.swift", condition: composer),
            ]),
        // An app that sees of the package what any other package sees; it is the documentation's example, too.
        .testTarget(
            name: "AppTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "ScrubPreview", "Mosaic", "MosaicLibrary", "MosaicServer",
                "CatalogContract",
                .product(name: "Hummingbird", package: "hummingbird", condition: composer),
                .product(name: "Logging", package: "swift-log", condition: composer),
            ],
            packageAccess: false),
        .target(
            name: "HTTPCases",
            dependencies: [
                "WebOrigins", "MosaicServer",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: composer),
            ],
            path: "Tests/Support/HTTPCases"),
        .testTarget(
            name: "MosaicServerTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "MosaicSystem", "Mosaic", "MosaicLibrary",
                "MosaicEmbedded",
                "HTTPCases", "MosaicServer", "WebOrigins", "CryptoOracle",
                "MosaicCloud", "FilmFixtures", "MosaicFixtures", "S3Fixtures", "Seeded",
                .product(name: "CoreMetrics", package: "swift-metrics", condition: composer),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: composer),
                .product(name: "Hummingbird", package: "hummingbird", condition: composer),
                .product(name: "HummingbirdTesting", package: "hummingbird", condition: composer),
                .product(name: "Logging", package: "swift-log", condition: composer),
                .product(name: "NIOCore", package: "swift-nio", condition: composer),
                .product(name: "NIOEmbedded", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: composer),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: composer),
            ]),
        // Compiles the code that the documentation shows.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "TiledJPEG", "Raster", "Mosaic", "MosaicLibrary", "MosaicEmbedded", "MosaicCommand",
                "MosaicFixtures", "ScrubFixtures",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: composer),
            ]),
        // Run the tools that lie beside the tests, so those have to be built with them. This one imports none of their
        // modules: what it expects holds whatever the code is called.
        .testTarget(
            name: "BehaviourTests", dependencies: ["Seeded"], path: "Tests/Behaviour", exclude: ["Expected"]),
        .testTarget(
            name: "MosaicCommandTests",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "CJPEGOracle", "MosaicSystem", "Mosaic",
                "MosaicLibrary", "MosaicEmbedded", "CommandSupport",
                "MosaicCommand",
                "MosaicServeCommand", "MosaicCloud", "YouTubeUploads",
                "FilmFixtures", "MosaicFixtures",
                "S3Fixtures",
                "Seeded",
                .product(name: "GRDB", package: "GRDB.swift", condition: composer),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: composer),
                .product(name: "NIOCore", package: "swift-nio", condition: composer),
                .product(name: "NIOPosix", package: "swift-nio", condition: composer),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: composer),
            ]),
    ]
)

// Not shipped: costs beside floors and peers. It needs `package` symbols, so it cannot be a package of its own, and no
// build compiles it unless asked.
if Context.environment["MOSAIC_BENCH"] != nil {
    package.targets.append(
        .executableTarget(
            name: "mosaic-bench",
            dependencies: [
                "WebVTT", "TiledJPEG", "PlayerFormats", "ScrubPreview", "Raster",
                "MosaicSystem", "Mosaic",
                "MosaicLibrary", "MosaicEmbedded", "CCodecs", "CJPEGOracle", "CAllocationCount",
                "SeededCorpus",
                "PictureQuality", "Seeded", "FilmProtocol", "FilmFixtures", "MosaicCloud", "S3Fixtures",
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: composer),
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: composer),
            ],
            path: "Tests/Benchmarks")
    )
}

// Every test can be of the thorough tier.
for target in package.targets where target.type == .test { target.dependencies += ["Tiers", "TestSupport"] }

// Names in public signatures stay honest (`any`, `public import`, one import for each module used), and code that
// touches raw memory has to say so.
let touchesMemory: Set<String> = ["Raster"]
// Tests spend more time in unoptimized loops over pixels and bytes than these modules take to optimize. Assertions stay.
let optimizedForTests: Set<String> = [
    "TiledJPEG", "WebVTT", "PlayerFormats", "FilmProtocol", "CCodecs", "CDigest", "CFilm", "Raster",
    "MosaicFramesCommand", "CJPEGOracle", "Seeded", "SeededCorpus", "PictureQuality", "MosaicFixtures",
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
