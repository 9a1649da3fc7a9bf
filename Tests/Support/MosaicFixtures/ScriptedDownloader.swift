import Foundation

/// A downloader of the tests: a shell script that does what the end of the URL's path says, and uses no network.
package struct ScriptedDownloader: Sendable {
    package let folder: TemporaryFolder
    /// The script and its arguments as the setting has them.
    package var command: String { #"["\#(folder.path("downloader/fetch"))", "{url}", "{path}"]"# }

    /// Writes the script and the video that it delivers into a folder.
    package init(in folder: TemporaryFolder, video: [UInt8] = [UInt8](repeating: 7, count: 5_000)) throws {
        self.folder = folder
        try folder.makeFolder("downloader")
        try folder.write(video, to: "downloader/video")
        _ = try folder.writeProgram(Self.script, to: "downloader/fetch")
    }

    /// How often it was started.
    package var runs: Int { lines(of: "runs").count }
    /// The numbers of its processes, in the order of their starts.
    package var processes: [Int32] { lines(of: "processes").compactMap { Int32($0) } }
    /// The environment of its last run, `NAME=value`.
    package var environment: [String] { lines(of: "environment") }

    /// Lets a run of `slow` go on.
    package func letGo() throws { try folder.write([], to: "downloader/go") }

    /// Whether a process has exited; true for a zombie.
    package static func hasEnded(_ process: Int32) -> Bool {
        if kill(process, 0) != 0 { return true }
        let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
        return status.lastIndex(of: ")").map { status[$0...].dropFirst(2).first == "Z" } ?? false
    }

    private func lines(of name: String) -> [String] {
        let bytes = (try? folder.read("downloader/\(name)")) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static let script = #"""
        #!/bin/sh
        url=$1 folder=$2 here=${0%/*}
        echo run >>"$here/runs"
        echo $$ >>"$here/processes"
        env >"$here/environment"

        video() { cat "$here/video" >"$folder/$1"; }
        info() {
            cat >"$folder/$1.info.json" <<END
        {"id": "x1", "title": "A film: \"one\"", "description": "Long.", "uploader": "@someone", "extractor": "Site:tab",
         "duration": 29.6, "thumbnail": "https://pictures.example/x1.jpg", "webpage_url": "$url", "view_count": 12345,
         "like_count": 500, "upload_date": "20241215", "formats": [{"url": "https://cdn.example/?key=1"}]}
        END
        }
        deliver() {
            echo "[download]   0.0% of 10.00MiB"
            video "A film.mp4"
            info "A film"
            echo "[download] 100% of 10.00MiB in 00:01"
        }

        case $url in
        */ok*) deliver ;;
        */slow)
            while [ ! -e "$here/go" ]; do echo "[download]  37.5% of 1.00MiB"; sleep 0.05; done
            deliver ;;
        */twice)
            if [ "$(wc -l <"$here/runs")" -lt 3 ]; then echo "ERROR: not now: $folder/part" >&2; exit 1; fi
            deliver ;;
        */never) echo "ERROR: Video unavailable" >&2; exit 1 ;;
        */huge)
            while :; do dd if=/dev/zero bs=65536 count=4 >>"$folder/part" 2>/dev/null; sleep 0.02; done ;;
        */many)
            i=0; while :; do i=$((i + 1)); : >"$folder/$i"; done ;;
        */hangs) sleep 1000 & wait ;;
        */stubborn)
            trap '' TERM INT HUP
            (echo "${url##*/}"; while :; do sleep 1; done) &
            echo $! >>"$here/processes"
            while :; do sleep 1; done ;;
        */daemon*)
            # Leaves the group, and loses its parent.
            (setsid sh -c 'echo $$ >>"$0"; exec sleep 1000' "$here/processes" &)
            while [ "$(wc -l <"$here/processes")" -lt 2 ]; do sleep 0.01; done
            case $url in */daemon-hangs) sleep 1000 ;; *) deliver ;; esac ;;
        */silent) video "Only a film.webm" ;;
        */sound) video "Song.mp3"; info "Song" ;;
        */deep) mkdir "$folder/one"; video "one/Deep.mkv"; echo '{"title": 7, "duration": "x"}' >"$folder/one/Deep.info.json" ;;
        */hostile)
            video "$(printf -- '-rf \342\200\256.hidden\\..\nname\t')*.mp4"
            printf '{"title": "../../t\\u0000itle\\n", "extractor": "../../../etc", "thumbnail": "javascript:alert(1)"}' \
                >"$folder/x.info.json" ;;
        */links)
            ln -s "$here/video" "$folder/link.mp4"; mkfifo "$folder/pipe.mp4"; : >"$folder/empty.mp4"
            mkdir "$folder/folder.mp4" ;;
        */nothing) exit 0 ;;
        */endless) yes "[download]  5.0% of 1MiB" ;;
        */loud) i=0; while [ $i -lt 20000 ]; do echo "[download]  $((i / 200)).5% of 1MiB"; i=$((i + 1)); done; deliver ;;
        *) echo "ERROR: no such mode" >&2; exit 2 ;;
        esac
        """#
}
