"""Builds the compiled modules; everything else about the package is in pyproject.toml.

Switches, all by environment:

    MERI_AI_MARCH     the -march value; default "native". A wheel for others sets a portable one, such as "x86-64-v2",
                      or "" for the compiler's own default. A value that the compiler refuses is dropped with a warning.
    MERI_AI_DEBUG     1: no optimisation, debug symbols, bounds and None checks
    MERI_AI_ANNOTATE  1: Cython's annotated HTML beside the C files under build/
    MERI_AI_TRACE     1: line tracing and profiling hooks (slow)
    MERI_AI_SANITIZE  1: address and undefined-behaviour sanitizers (start Python with libasan preloaded)
"""

import os
import tempfile
from pathlib import Path
from typing import Any

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCES = Path("src_ext")

# Every compiled module, and every .pxd that has no module of its own, is named here and nowhere else.
MODULES = (
    "meri_ai._core.bench",
    "meri_ai._core.game",
    "meri_ai._core.games.cups",
    "meri_ai._core.games.fishing",
    "meri_ai._core.games.fishing_belief",
    "meri_ai._core.games.fishing_check",
    "meri_ai._core.games.fishing_events",
    "meri_ai._core.games.fishing_ops",
    "meri_ai._core.games.fishing_playout",
    "meri_ai._core.games.fishing_state",
    "meri_ai._core.games.fishing_tables",
    "meri_ai._core.games.fishing_view",
    "meri_ai._core.games.fishing_worlds",
    "meri_ai._core.games.hachihachi",
    "meri_ai._core.games.hachihachi_check",
    "meri_ai._core.games.hachihachi_events",
    "meri_ai._core.games.hachihachi_ops",
    "meri_ai._core.games.hachihachi_playout",
    "meri_ai._core.games.hachihachi_seer",
    "meri_ai._core.games.hachihachi_settle",
    "meri_ai._core.games.hachihachi_state",
    "meri_ai._core.games.hachihachi_view",
    "meri_ai._core.games.hachihachi_worlds",
    "meri_ai._core.games.meri",
    "meri_ai._core.games.meri_check",
    "meri_ai._core.games.meri_events",
    "meri_ai._core.games.meri_ops",
    "meri_ai._core.games.meri_playout",
    "meri_ai._core.games.meri_state",
    "meri_ai._core.games.meri_tables",
    "meri_ai._core.games.meri_view",
    "meri_ai._core.games.meri_worlds",
    "meri_ai._core.search.count_tables",
    "meri_ai._core.search.determinize",
    "meri_ai._core.search.ismcts",
    "meri_ai._core.search.montecarlo",
    "meri_ai._core.search.search",
)
HEADERS = (
    "meri_ai._core.bits",
    "meri_ai._core.cardset",
    "meri_ai._core.games.fishing_log",
    "meri_ai._core.games.fishing_policy",
    "meri_ai._core.games.fishing_table",
    "meri_ai._core.games.hachihachi_hatto",
    "meri_ai._core.games.hachihachi_oikomi",
    "meri_ai._core.games.hachihachi_policy",
    "meri_ai._core.games.hachihachi_sight",
    "meri_ai._core.games.hachihachi_yaku",
    "meri_ai._core.games.hanafuda_sets",
    "meri_ai._core.games.meri_policy",
    "meri_ai._core.rng",
    "meri_ai._core.search.clock",
    "meri_ai._core.search.job",
    "meri_ai._core.search.logtable",
    "meri_ai._core.search.node",
)
PACKAGES = ("meri_ai", "meri_ai._core", "meri_ai._core.games", "meri_ai._core.search")

# The only place for compiler directives: those at the head of a .pyx do not reach inline functions of a .pxd.
DIRECTIVES: dict[str, Any] = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "embedsignature": True,
    "show_performance_hints": True,
}
DEBUG_DIRECTIVES = {"boundscheck": True, "wraparound": True, "initializedcheck": True, "nonecheck": True}
TRACE_DIRECTIVES = {"linetrace": True, "profile": True}

BUILD_FLAGS_FILE = "meri_ai/_core/build_flags.py"
PROCESSES = min(2, os.cpu_count() or 1)


def switch(name: str) -> bool:
    return os.environ.get(f"MERI_AI_{name}", "0").lower() not in ("", "0", "no", "false")


SWITCHES = {name.lower(): switch(name) for name in ("DEBUG", "ANNOTATE", "TRACE", "SANITIZE")}


def source_file(module: str, suffix: str) -> str:
    return (SOURCES / (module.replace(".", "/") + suffix)).as_posix()


def check_sources() -> None:
    """Stops with one sentence when a listed source is missing (an sdist without it would quietly build less)."""
    listed = {source_file(m, ".pyx") for m in MODULES} | {source_file(m, ".pxd") for m in HEADERS}
    listed |= {source_file(p, "/__init__.pxd") for p in PACKAGES}
    own_headers = {source_file(m, ".pxd") for m in MODULES}
    present = {path.as_posix() for path in SOURCES.rglob("*") if path.suffix in (".pyx", ".pxd")}
    if missing := sorted(listed - present):
        raise SystemExit(f"setup.py: these sources are listed in setup.py but missing: {', '.join(missing)}")
    if unlisted := sorted(present - listed - own_headers):
        print(f"setup.py: warning: in no list of setup.py, so left out: {', '.join(unlisted)}")


def extensions() -> list[Extension]:
    """One extension a module. `depends` puts every .pxd into the sdist; when to translate anew is Cython's to know."""
    headers = sorted(path.as_posix() for path in SOURCES.rglob("*.pxd"))
    return [Extension(module, [source_file(module, ".pyx")], depends=headers) for module in MODULES]


class BuildExt(build_ext):
    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or PROCESSES

    def run(self) -> None:
        if self.extensions:
            super().run()
        else:  # distutils makes no compiler then
            self.write_build_flags({})

    def build_extensions(self) -> None:
        flags = self.flags()
        # objects made with other switches are of no use
        self.force = self.write_build_flags(flags) or self.force
        directives = DIRECTIVES | (DEBUG_DIRECTIVES if SWITCHES["debug"] else {})
        directives |= TRACE_DIRECTIVES if SWITCHES["trace"] else {}
        translated = cythonize(
            [Extension(ext.name, list(ext.sources)) for ext in self.extensions],
            include_path=[str(SOURCES)],
            build_dir=self.build_temp,
            compiler_directives=directives,
            annotate=SWITCHES["annotate"],
            force=self.force,
            nthreads=PROCESSES if os.name == "posix" else 0,
        )
        for ext, made in zip(self.extensions, translated, strict=True):
            ext.sources = made.sources
            ext.depends = []  # Cython has looked at them: the C file is as new as it must be
            ext.extra_compile_args = flags["compile_args"]
            ext.extra_link_args = flags["link_args"]
            ext.define_macros = [(macro, "1") for macro in flags["macros"]]
        super().build_extensions()

    def flags(self) -> dict[str, Any]:
        """Everything that decides what comes out, as `meri_ai.build_info()` will tell it."""
        wanted = os.environ.get("MERI_AI_MARCH", "native")
        march = wanted if wanted and self.accepts(f"-march={wanted}") else ""
        if wanted and not march:
            print(f"setup.py: warning: the compiler refuses -march={wanted}; building for its default machine")
        compile_args = ["-O0", "-g", "-UNDEBUG"] if SWITCHES["debug"] else ["-O3"]
        # no contraction to fused multiply-add and no fast-math: results must be equal on every machine
        compile_args += ["-ffp-contract=off"]
        compile_args += [f"-march={march}"] if march else []
        sanitizers = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g"] if SWITCHES["sanitize"] else []
        return {
            "compiler": " ".join(getattr(self.compiler, "compiler_so", [])),
            "march": march,
            "compile_args": compile_args + sanitizers,
            "link_args": sanitizers[:1],
            "macros": ["CYTHON_TRACE", "CYTHON_TRACE_NOGIL"] if SWITCHES["trace"] else [],
            "switches": SWITCHES,
        }

    def accepts(self, argument: str) -> bool:
        """Whether the compiler takes this argument, tried on an empty function."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("int probe(void) { return 0; }\n")
            try:
                self.compiler.compile([str(source)], output_dir=folder, extra_postargs=[argument])
            except Exception:  # distutils has an error class for each compiler
                return False
            return True

    def write_build_flags(self, flags: dict[str, Any]) -> bool:
        """Writes the module behind `meri_ai.build_info()`; true when an earlier build's flags were others."""
        text = f'"""How this package was compiled; written by setup.py."""\n\nFLAGS = {flags!r}\n'
        path = self.build_flags_path()
        before = path.read_text() if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        if text != before:
            path.write_text(text)
        return before is not None and before != text

    def build_flags_path(self) -> Path:
        return Path(BUILD_FLAGS_FILE) if self.inplace else Path(self.build_lib, BUILD_FLAGS_FILE)

    def get_outputs(self) -> list[str]:
        return [*super().get_outputs(), str(self.build_flags_path())]

    def copy_extensions_to_source(self) -> None:
        super().copy_extensions_to_source()
        self.copy_file(str(Path(self.build_lib, BUILD_FLAGS_FILE)), BUILD_FLAGS_FILE)


check_sources()
setup(ext_modules=extensions(), cmdclass={"build_ext": BuildExt})
