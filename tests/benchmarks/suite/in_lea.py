"""Those of the problems that a lea user writes without much ado, in the fastest idioms that were found."""

from __future__ import annotations

import lea


def die(sides):
    return lea.vals(*range(1, sides + 1), prob_type="r")


def blades_in_the_dark():
    both = die(6).map(lambda face: 100 * (face == 6) + (face > 3)).times(4)
    return both.map(lambda n: "critical" if n > 199 else "full" if n > 99 else "mixed" if n else "bad").calc()


def fudge():
    return (die(3) - 2).calc().times(4)


def two_dice_given_a_six():
    first, second = die(6).new(2)
    return (first + second).given((first == 6) | (second == 6)).calc()


def burglar_alarm():
    burglary, earthquake = lea.event("1/1000", prob_type="r"), lea.event("2/1000", prob_type="r")
    alarm = lea.joint(burglary, earthquake).switch(
        {
            (True, True): lea.event("95/100", prob_type="r"),
            (True, False): lea.event("94/100", prob_type="r"),
            (False, True): lea.event("29/100", prob_type="r"),
            (False, False): lea.event("1/1000", prob_type="r"),
        }
    )
    john = alarm.switch({True: lea.event("90/100", prob_type="r"), False: lea.event("5/100", prob_type="r")})
    mary = alarm.switch({True: lea.event("70/100", prob_type="r"), False: lea.event("1/100", prob_type="r")})
    return burglary.given(john, mary).calc()


def great_weapon_fighting():
    first, again = die(6).new(2)
    die_again = lea.if_(first <= 2, again, first).calc()
    return (die_again.times(2) + 5).calc()


def ironsworn():
    score, first, second = (die(6) + 1).calc(), die(10), die(10)
    return score.map(lambda s, a, b: (s > a) + (s > b), first, second).calc()


def shadowrun():
    both = die(6).map(lambda face: 13 * (face > 4) + (face == 1)).calc().times(12)
    return both.map(lambda n: (n // 13, n % 13 > 6)).calc()


def save_for_half():
    damage = (die(6).times(10) + 10).calc()
    return lea.if_((die(20) + 3 >= 15).calc(), damage // 2, damage).calc()


def forty_k_shots():
    hit, wound, save = die(6).new(3)
    return lea.if_((hit >= 3) & (wound >= 4) & (save < 5), 1, 0).calc().times(10)
