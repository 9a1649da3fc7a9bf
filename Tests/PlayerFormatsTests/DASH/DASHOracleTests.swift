import Testing
import TiledJPEG
import WebVTT

@testable import PlayerFormats

/// Our manifests in other programs' readers.
struct DASHOracleTests {
    private static let manifests: [[UInt8]] = [
        DASHThumbnailsTests.one.manifest(duration: .milliseconds(150_500)),
        DASHThumbnailsTests.two.manifest(duration: .milliseconds(150_500)),
        (try? DASHThumbnails.inserting(DASHThumbnailsTests.two, into: Array(film.utf8))) ?? [],
        DASHTimelineTests.thumbnails(DASHTimeline(durations: durations)).manifest(duration: .milliseconds(150_500)),
    ]

    private static let durations: [Timestamp] = [80_000, 80_000, 500].map { .milliseconds($0) }

    private static let film = """
        <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" type="static"
            mediaPresentationDuration="PT150.5S" minBufferTime="PT2S"><Period><AdaptationSet mimeType="video/mp4">
            <SegmentTemplate media="$Number$.m4s" duration="4"/><Representation id="v" bandwidth="1"/></AdaptationSet>
            <Subset contains="1"/></Period></MPD>
        """

    private struct Read: Decodable, Equatable {
        let id: String
        let bandwidth: Int
        let width: Int
        let height: Int
        let media: String
        let timescale: Int
        let duration: Int
        let start: Int
        let value: String
    }

    @Test(.enabled(if: PythonModule.mpegdash.python != nil, "\(PythonModule.mpegdash.hint)"), arguments: 0..<3)
    func `mpegdash reads the same representations`(_ place: Int) throws {
        let script = """
            import json, sys
            from mpegdash.parser import MPEGDASHParser
            mpd = MPEGDASHParser.parse(open(sys.argv[1]).read())
            found = []
            for period in mpd.periods:
                for group in period.adaptation_sets:
                    if group.content_type != "image" or group.mime_type != "image/jpeg": continue
                    for r in group.representations:
                        t = (r.segment_templates or group.segment_templates)[0]
                        p = [p for p in r.essential_properties if p.scheme_id_uri.endswith("/guidelines/thumbnail_tile")][0]
                        found.append({"id": r.id, "bandwidth": r.bandwidth, "width": r.width, "height": r.height,
                                      "media": t.media, "timescale": t.timescale, "duration": t.duration,
                                      "start": t.start_number, "value": p.value})
            print(json.dumps(found))
            """
        let found = try PythonModule.mpegdash.decode([Read].self, script: script, input: Self.manifests[place])
        let expected = (place == 0 ? DASHThumbnailsTests.one : DASHThumbnailsTests.two).representations
        #expect(
            found
                == expected.map {
                    Read(
                        id: $0.id, bandwidth: 9000, width: $0.sheet.width, height: $0.sheet.height, media: $0.media,
                        timescale: 1000, duration: 80_000, start: 1, value: "5x4")
                })
    }

    @Test(.enabled(if: PythonModule.mpegdash.python != nil, "\(PythonModule.mpegdash.hint)"))
    func `mpegdash reads the same timeline`() throws {
        let script = """
            import json, sys
            from mpegdash.parser import MPEGDASHParser
            group = MPEGDASHParser.parse(open(sys.argv[1]).read()).periods[0].adaptation_sets[0]
            timeline = group.segment_templates[0].segment_timelines[0]
            print(json.dumps([[s.t, s.d, s.r or 0] for s in timeline.Ss]))
            """
        #expect(
            try PythonModule.mpegdash.decode([[Int]].self, script: script, input: Self.manifests[3])
                == [[0, 80_000, 1], [160_000, 500, 0]])
    }

    /// Rules of ISO/IEC 23009-1 for the elements and attributes that we write, read by Python's own XML parser.
    @Test(.enabled(if: PythonModule.xml.python != nil, "\(PythonModule.xml.hint)"), arguments: 0..<4)
    func `a manifest keeps the rules of the standard`(_ place: Int) throws {
        let script = #"""
            import json, re, sys, xml.etree.ElementTree as tree
            space = "{urn:mpeg:dash:schema:mpd:2011}"
            root = tree.parse(sys.argv[1]).getroot()
            whole, duration = r"\d+", r"PT\d+(\.\d+)?S"
            # For each element: attributes (a pattern, and whether they are required), then children in their order.
            rules = {
                "MPD": ({"profiles": (r"urn:.*", True), "type": ("static", True),
                         "mediaPresentationDuration": (duration, True), "minBufferTime": (duration, True)}, ["Period"]),
                "Period": ({"id": (r".+", False), "start": (r"PT0S", False)}, ["AdaptationSet", "Subset"]),
                "AdaptationSet": ({"contentType": (r"image|video|audio|text", False),
                                   "mimeType": (r"[a-z]+/[a-z0-9]+", False)},
                                  ["EssentialProperty", "BaseURL", "SegmentTemplate", "Representation"]),
                "SegmentTemplate": ({"media": (r".*\$Number\$.*", True), "timescale": (whole, False),
                                     "duration": (r"[1-9]\d*", False), "startNumber": (whole, False)},
                                    ["SegmentTimeline"]),
                "SegmentTimeline": ({}, ["S"]),
                "S": ({"t": (whole, False), "d": (r"[1-9]\d*", True), "r": (r"[1-9]\d*", False)}, []),
                "Representation": ({"id": (r"\S+", True), "bandwidth": (whole, True), "width": (whole, False),
                                    "height": (whole, False)}, ["EssentialProperty", "BaseURL", "SegmentTemplate"]),
                "EssentialProperty": ({"schemeIdUri": (r"http://dashif\.org/guidelines/thumbnail_tile", True),
                                       "value": (r"[1-9]\d*x[1-9]\d*", True)}, []),
                "Subset": ({"contains": (whole, True)}, []),
            }
            faults, ids = [], []
            def check(element):
                name = element.tag.removeprefix(space)
                attributes, order = rules[name]
                for key, value in element.attrib.items():
                    if key not in attributes: faults.append(f"{name} has {key}")
                    elif not re.fullmatch(attributes[key][0], value): faults.append(f"{name}/@{key} is {value}")
                faults.extend(f"{name} lacks {key}" for key in attributes if attributes[key][1] and key not in element.attrib)
                if name == "SegmentTemplate" and ("duration" in element.attrib) == (len(element) == 1):
                    faults.append("a SegmentTemplate has a duration, or a timeline")
                places = [order.index(child.tag.removeprefix(space)) for child in element]
                if places != sorted(places): faults.append(f"children of {name} are out of order")
                if name == "Representation": ids.append(element.get("id"))
                for child in element: check(child)
            check(root)
            if root.tag != space + "MPD": faults.append("another namespace")
            if len(ids) != len(set(ids)): faults.append("an id occurs twice")
            for group in root.iter(space + "AdaptationSet"):
                if group.get("contentType") != "image": continue
                for r in group.iter(space + "Representation"):
                    columns, rows = map(int, r.find(space + "EssentialProperty").get("value").split("x"))
                    if int(r.get("width")) % columns or int(r.get("height")) % rows: faults.append("tiles are no whole pixels")
            print(json.dumps(faults + ([] if ids else ["no Representation"])))
            """#
        #expect(try PythonModule.xml.decode([String].self, script: script, input: Self.manifests[place]) == [])
    }
}
