"""AS-25 and AS-26: season, hour, light and weather."""

from __future__ import annotations

from pz8edu.core import Nothing, Roll, Umpire
from pz8edu.systems.asp_ww2 import situations
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.terrain import climate_zone
from pz8edu.systems.asp_ww2.words import Light, Season, Zone

HALF_A_DAY = 12


def season(umpire: Umpire, situation: Nothing, rules: AspWw2) -> Season:
    """The season of a game (asp-ww2, AS-25)."""
    return umpire.look_up("season", umpire.d6("season"), rules.season_of)


def hour(umpire: Umpire, situation: Nothing, rules: AspWw2) -> Roll[int]:
    """The hour at which a game starts, on the 24-hour clock (asp-ww2, AS-25)."""
    hours = umpire.sum_of("hour", 2)
    return hours if umpire.d6("before noon") <= rules.morning_up_to else hours + HALF_A_DAY


def light_in(umpire: Umpire, when: Season, rules: AspWw2) -> Light:
    """The light at the hour that the dice give (AS-25; R12)."""
    return umpire.look_up("light", hour(umpire, Nothing(), rules), lambda clock: rules.light_at(when, clock))


def light(umpire: Umpire, situation: situations.InSeason, rules: AspWw2) -> Light:
    """The light at the start of a game (asp-ww2, AS-25; R12)."""
    rolled = situation.season == "random"
    when = season(umpire, Nothing(), rules) if rolled else Season(situation.season)
    return light_in(umpire, when, rules)


def weather_in(umpire: Umpire, when: Season, zone: Zone, rules: AspWw2) -> str:
    """Is the weather adverse (AS-26)?"""
    return "adverse" if umpire.d6("weather") >= rules.adverse_on(when, zone) else "fair"


def weather(umpire: Umpire, situation: situations.SeasonAndZone, rules: AspWw2) -> str:
    """The weather of a game (asp-ww2, AS-26)."""
    return weather_in(umpire, situation.season, situation.zone, rules)


def random_game(umpire: Umpire, situation: Nothing, rules: AspWw2) -> str:
    """Weather and light of a game whose zone, season and hour are rolled (asp-ww2, AS-3, 25, 26; R12)."""
    zone = climate_zone(umpire, situation, rules)
    when = season(umpire, situation, rules)
    return f"{weather_in(umpire, when, zone, rules)}, {light_in(umpire, when, rules)}"
