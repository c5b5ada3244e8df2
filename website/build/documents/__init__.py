"""The documents of the site: pages by hand and generated ones, in both languages, in one frame with navigation and search."""

from __future__ import annotations

from website.build.documents.frame import write_documents

__all__ = ["write_documents"]
