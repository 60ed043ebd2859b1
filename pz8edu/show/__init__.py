"""Drawings: trees and boards as SVG."""
