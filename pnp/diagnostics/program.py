"""The program's name and version, as reports and manifests show them."""

VERSION = "0.1.0"
PROGRAM = f"pnp {VERSION}"
