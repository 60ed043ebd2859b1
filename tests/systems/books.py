"""The books of the kit; systems of one's own come beside them."""

SIXTEEN = (
    "asp-ww2",
    "panzer8-expansion",
    "panzertroops",
    "pz8-1950",
    "pz8-1975",
    "pz8-aerial-1935",
    "pz8-aerial-1965",
    "pz8-coastal",
    "pz8-colonial",
    "pz8-divisional",
    "pz8-divisional-2010",
    "pz8-naval",
    "pz8-scifi",
    "pz8-space",
    "pz8-ww1",
    "pz8-ww2",
)
