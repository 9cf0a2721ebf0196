"""Proof under fault and load, with real processes: private services, a web process, workers, students over HTTP.

`make chaos`, `make load`, `make soak`. Everything is started here, listens on loopback or on sockets in a folder of its
own, and is ended here.
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
