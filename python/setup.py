"""Puts the library into the package, so that a wheel needs no compiler where it is installed.

A library in tilepdb/, with the libraries that it needs, is used as it is (packaging/make puts it
there). Otherwise cmake builds it from the sources: those in source/, in a source distribution, or
those of the repository. pyproject.toml has the metadata."""

import os
import re
import shutil
import subprocess
import sysconfig
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
SOURCES = next(
    (place for place in (HERE / "source", HERE.parent) if (place / "src" / "tilepdb.h").is_file()),
    None,
)


def library_build(into: Path, work: Path) -> None:
    if SOURCES is None:
        raise SystemExit("the sources of the library are missing: source/src/tilepdb.h")
    parts = [f"-DTILEPDB_{part}=OFF" for part in ("TOOLS", "TESTS", "BENCH", "CBC")]
    subprocess.run(["cmake", "-S", SOURCES, "-B", work, "-DCMAKE_BUILD_TYPE=Release", *parts], check=True)
    jobs = str(os.cpu_count() or 1)
    subprocess.run(["cmake", "--build", work, "--target", "tilepdb_shared", "-j", jobs], check=True)
    library = next((work / "lib").glob("libtilepdb.so.[0-9]"))
    shutil.copyfile(library, into / library.name)


class BuildPackage(build_py):
    """Copies the modules, and the library beside them."""

    def run(self) -> None:
        super().run()
        package = Path(self.build_lib) / "tilepdb"
        if not self.editable_mode and not list(package.glob("libtilepdb.so.*")):
            library_build(package, Path(self.get_finalized_command("build").build_temp).resolve())


def glibc_of(libraries: list) -> str:
    """The newest version of glibc that the libraries ask for, as in manylinux_2_34."""
    versions = [(2, 17)]
    for library in libraries:
        names = re.findall(rb"GLIBC_2\.([0-9]+)\b", library.read_bytes())
        versions += [(2, int(minor)) for minor in names]
    return "{}_{}".format(*max(versions))


class Wheel(bdist_wheel):
    """The library is called through ctypes: any Python 3 will do, but not any system."""

    def get_tag(self) -> tuple:
        libraries = list((HERE / "tilepdb").glob("*.so.*"))
        system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if libraries and system.startswith("linux_"):
            system = f"manylinux_{glibc_of(libraries)}_{system[len('linux_'):]}"
        return "py3", "none", system


class Binary(Distribution):
    """Has files that depend on the system."""

    def has_ext_modules(self) -> bool:
        return True


setup(cmdclass={"build_py": BuildPackage, "bdist_wheel": Wheel}, distclass=Binary)
