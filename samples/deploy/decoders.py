"""Prints the options of ffmpeg's configure that build what mosaic-frames needs to read films.

    samples/deploy/decoders.py FFMPEG_SOURCE CONTAINER_SWIFT [EXTERNAL_DECODER...]

The demuxers are those of Container.all. A demuxer names the codecs that its container can carry in its tables, so the
codecs are all that the sources of these demuxers mention. For each such codec the decoder is built that libav prefers,
without those that need an external library; of these, the named ones. Sound is decoded, too, because libav learns from it
how long a packet lasts, which counts for the end of a film. Subtitles are not. Parsers are built for all streams, because
they correct times.
"""

import pathlib
import re
import sys

source, containers, *external = sys.argv[1:]
source = pathlib.Path(source)
# AVI and QuickTime hand their streams of DV to its demuxer.
NESTED = {"dv"}
# Tables of codecs that libavformat always has: those of QuickTime, of AVI and its relatives, of covers in ID3 tags.
TABLES = ["isom_tags.o", "riff.o", "id3v2.o"]
# Asked for by name: by PackedPictures, and by libavformat, which takes the headers of streams from packets where the container
# has none.
FILTERS = ["mpeg4_unpack_bframes", "extract_extradata"]
ID = r"AV_CODEC_ID_(\w+)"


def text(path):
    return (source / path).read_text(errors="replace")


def texts(folder):
    return {path.name: path.read_text(errors="replace") for path in sorted((source / folder).glob("*.c"))}


def definitions(files, kind, type):
    """Components that C code defines without a macro, with the code of each."""
    pattern = re.compile(rf"^(?:const )?{type} ff_(\w+)_{kind}\s*=\s*\{{(.*?)^\}};", re.M | re.S)
    return {match[1]: match[2] for code in files.values() for match in pattern.finditer(code)}


def objects():
    """The objects of each component by libavformat's Makefile."""
    found = {}
    for line in text("libavformat/Makefile").replace("\\\n", " ").splitlines():
        if match := re.match(r"OBJS-\$\(CONFIG_(\w+)\)\s*\+=(.*)", line):
            found.setdefault(match[1], []).extend(match[2].split("#")[0].split())
    return found


def demuxers(formats, names):
    """The components of demuxers by the names by which libav calls them."""
    components = {}
    for component, code in definitions(formats, "demuxer", "AVInputFormat").items():
        if match := re.search(r'\.name\s*=\s*"([^"]+)"', code):
            components[match[1]] = component
    for code in formats.values():
        for component in re.findall(r"^FF_DEF_RAW\w+_DEMUXER2?\((\w+)", code, re.M):
            components[component] = component
    if missing := sorted(set(names) - components.keys()):
        sys.exit(f"ffmpeg has no demuxer {', '.join(missing)}.")
    return [components[name] for name in names]


def carried(formats, components):
    """The codecs that the sources of demuxers mention, with all that they select."""
    objects_of, configure = objects(), text("configure")
    wanted = list(TABLES)
    for component in components:
        select = re.search(rf'^{component}_demuxer_select="([^"]*)"', configure, re.M)
        for condition in [f"{component}_demuxer", *(select[1].split() if select else [])]:
            wanted += objects_of.get(condition.upper(), [])
    files = {name.removesuffix(".o") + ".c" for name in wanted}
    return {id for name in files if name in formats for id in re.findall(ID, formats[name])}


def probed(formats):
    """The demuxers by which libav recognizes a stream whose container does not name the codec."""
    table = re.search(r"fmt_id_type\[\] = \{(.*?)\};", formats["demux.c"], re.S)
    known = re.findall(r"^FF_DEF_RAW\w+_DEMUXER2?\((\w+)|\.name\s*=\s*\"([\w]+)\"", "\n".join(formats.values()), re.M)
    known = {name for pair in known for name in pair}
    return [name for name in re.findall(r'"(\w+)"', table[1]) if name in known]


def decoded():
    """The codecs of pictures and sound."""
    kinds = re.findall(rf"\.id\s*=\s*{ID},\s*\.type\s*=\s*AVMEDIA_TYPE_(\w+)", text("libavcodec/codec_desc.c"))
    return {id for id, kind in kinds if kind in ("VIDEO", "AUDIO")}


def decoders(codecs, wanted, external):
    """The decoders of codecs: the first of each in libav's list, which it prefers, and named ones of external libraries."""
    defined = {
        name: id[1] for name, code in definitions(codecs, "decoder", "FFCodec").items()
        if (id := re.search(rf"\.p\.id\s*=\s*{ID}", code))}
    found, first = set(), set()
    for name in re.findall(r"^extern (?:const )?FFCodec ff_(\w+)_decoder;", codecs["allcodecs.c"], re.M):
        # Macros define families such as pcm_s16le, by the names of their codecs, and decoders of graphics cards, by others.
        id = defined.get(name, name.upper())
        if id not in wanted or name.startswith("lib") and name not in external:
            continue
        if id not in first or name in external:
            found.add(name)
        first.add(id)
    return found


def option(kind, names):
    if not names:
        sys.exit(f"No {kind} was found.")
    print(f"--enable-{kind}={','.join(sorted(names))}")


formats, codecs = texts("libavformat"), texts("libavcodec")
listed = re.search(r"static let all = \[(.*?)\n        \]", pathlib.Path(containers).read_text(), re.S)
names = re.findall(r'Container\(\s*"([^"]+)"', listed[1]) if listed else []
read = demuxers(formats, names)
reached = carried(formats, read)

built = decoders(codecs, reached & decoded(), external)
if missing := sorted(set(external) - built):
    sys.exit(f"No container carries the codec of {', '.join(missing)}.")
parsers = {
    name for name, code in definitions(codecs, "parser", "AVCodecParser").items()
    if set(re.findall(ID, code)) & reached}

option("demuxer", {*read, *NESTED, *demuxers(formats, probed(formats))})
option("decoder", built)
option("parser", parsers)
option("bsf", FILTERS)
