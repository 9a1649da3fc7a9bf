"""Prints a CycloneDX bill of materials of what a program is linked with, and copies the licences of all of it.

Which modules a program has is read from the list of objects that its linker was given, so nothing is listed that is only
resolved or tested with.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import urllib.parse

arguments = argparse.ArgumentParser()
arguments.add_argument("--version", required=True)
arguments.add_argument("--commit", required=True)
arguments.add_argument("--objects", type=pathlib.Path, required=True)
arguments.add_argument("--product", required=True)
arguments.add_argument("--static", type=pathlib.Path, required=True)
arguments.add_argument("--licences", type=pathlib.Path, required=True)
settings = arguments.parse_args()

checkouts = pathlib.Path(".build/checkouts")
licence_names = ("LICENSE", "LICENCE", "NOTICE", "COPYING")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def linked_modules():
    """The modules whose objects are linked."""
    modules = set()
    for line in (settings.objects / f"{settings.product}.product/Objects.LinkFileList").read_text().splitlines():
        parts = pathlib.Path(line.strip().strip("'\"")).parts
        modules.update(part.removesuffix(".build") for part in parts if part.endswith(".build") and part != ".build")
    return modules


def packages_of(modules):
    """The checkouts that the modules come from."""
    homes = {}
    for checkout in sorted(checkouts.iterdir()):
        for folder, folders, _ in os.walk(checkout):
            depth = len(pathlib.Path(folder).relative_to(checkout).parts)
            folders[:] = [] if depth >= 3 else [name for name in folders if name not in (".git", "Tests", "Benchmarks")]
            for name in folders:
                homes.setdefault(name, checkout)
    # A folder may have another name than its module of Swift, which has a list of its sources; modules of C have none.
    for listing in settings.objects.glob("*.build/sources"):
        parts = pathlib.Path(listing.read_text().split("\n", 1)[0].strip("'\"")).parts
        if "checkouts" in parts:
            homes[listing.parent.name.removesuffix(".build")] = checkouts / parts[parts.index("checkouts") + 1]
    found, missing = set(), []
    for module in sorted(modules):
        if os.path.isdir(f"Sources/{module}"):
            continue
        if module in homes:
            found.add(homes[module])
        else:
            missing.append(module)
    if missing:
        sys.exit(f"No package has the linked modules {', '.join(missing)}.")
    return sorted(found)


def copy_licences(name, files):
    target = settings.licences / name
    if not files:
        sys.exit(f"{name} has no licence.")
    for file, relative in files:
        place = target / relative
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)


def swift_packages():
    pins = {}
    for pin in json.loads(pathlib.Path("Package.resolved").read_text())["pins"]:
        folder = pin["location"].rstrip("/").split("/")[-1].removesuffix(".git")
        pins[folder] = pin
    for checkout in packages_of(linked_modules()):
        pin = pins[checkout.name]
        files = [
            (file, file.relative_to(checkout))
            for file in sorted(checkout.rglob("*"))
            if file.is_file() and file.stem.upper().split("-")[0] in licence_names and ".git" not in file.parts
        ]
        copy_licences(checkout.name, files)
        version = pin["state"].get("version", pin["state"]["revision"])
        yield {
            "type": "library", "name": checkout.name, "version": version, "bom-ref": f"swift:{checkout.name}",
            "purl": f"pkg:swift/{pin['location'].removeprefix('https://').removesuffix('.git')}@{version}",
        }


def debian_packages():
    """The packages of the static libraries: Debian's, and the source packages that samples/deploy/codecs built."""
    names, built = set(), set()
    for file in sorted(settings.static.glob("*.a")):
        home = file.resolve().parent.parent
        if (home / "licences").is_dir():
            built.add(home)
        else:
            names.add(output("dpkg-query", "--search", str(file.resolve())).split(":")[0])
    for home in sorted(built):
        version = (home / "version").read_text().strip()
        copy_licences(home.name, [(file, file.name) for file in sorted((home / "licences").iterdir())])
        yield {
            "type": "library", "name": home.name, "version": version, "bom-ref": f"deb:{home.name}",
            "purl": f"pkg:deb/debian/{home.name}@{urllib.parse.quote(version)}?arch=source&distro=bookworm",
        }
    for name in sorted(names):
        version = output("dpkg-query", "--show", "--showformat=${Version}", name)
        architecture = output("dpkg-query", "--show", "--showformat=${Architecture}", name)
        copyright = pathlib.Path("/usr/share/doc", name, "copyright")
        copy_licences(name, [(copyright, "copyright")] if copyright.exists() else [])
        yield {
            "type": "library", "name": name, "version": version, "bom-ref": f"deb:{name}",
            "purl": f"pkg:deb/debian/{name}@{urllib.parse.quote(version)}?arch={architecture}&distro=bookworm",
        }


def swift_runtime():
    # Asked of the compiler, because a manager of toolchains puts a link to itself in its place.
    resources = pathlib.Path(json.loads(output("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"])
    version = output("swiftc", "--version").split("Swift version ")[1].split(" ")[0]
    licence = resources.parent.parent / "share/swift/LICENSE.txt"
    copy_licences("swift-runtime", [(licence, "LICENSE.txt")] if licence.exists() else [])
    return {
        "type": "library", "name": "swift-runtime", "version": version, "bom-ref": "swift-runtime",
        "description": "The standard library, Foundation with ICU, Dispatch", "licenses": [{"license": {"id": "Apache-2.0"}}],
        "purl": f"pkg:swift/github.com/swiftlang/swift@{version}",
    }


components = [*swift_packages(), *debian_packages(), swift_runtime()]
bill = {
    "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
    "metadata": {
        "component": {
            "type": "application", "name": settings.product, "version": settings.version, "bom-ref": settings.product,
            "licenses": [{"license": {"id": "Apache-2.0"}}],
            "properties": [{"name": "commit", "value": settings.commit}],
        }
    },
    "components": components,
    "dependencies": [{"ref": settings.product, "dependsOn": [component["bom-ref"] for component in components]}],
}
json.dump(bill, sys.stdout, indent=2)
print()
