"""The kit without a server: a folder of files in which Python runs in the reader's own browser.

`python -m pz8widgets.apps.lite OUTPUT` builds it with JupyterLite, which the extra `lite` brings. What it
needs is fetched once, by pip and npm, and kept; then it is built, served and used without any network.
"""
