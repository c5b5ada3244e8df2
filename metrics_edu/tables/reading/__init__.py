"""Reading: files, mappings, frames and streams, as tables or as scans."""
