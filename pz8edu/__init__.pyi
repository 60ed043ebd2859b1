# The public names: each is imported from its home when it is first used.

from pz8edu.asking.ask import ask as ask
from pz8edu.asking.ask import check as check
from pz8edu.asking.ask import odds as odds
from pz8edu.asking.ask import results as results
from pz8edu.asking.books import compare_books as compare_books
from pz8edu.asking.chain_of import chain_of as chain_of
from pz8edu.asking.comparison import Comparison as Comparison
from pz8edu.asking.comparison import compare as compare
from pz8edu.asking.json_lines import batch as batch
from pz8edu.asking.odds import Odds as Odds
from pz8edu.asking.results import Results as Results
from pz8edu.asking.rule_page import RulePage as RulePage
from pz8edu.asking.rule_page import rule_of as rule_of
from pz8edu.asking.sweep import OddsTable as OddsTable
from pz8edu.asking.sweep import sweep as sweep
from pz8edu.asking.variant import Variant as Variant
from pz8edu.asking.variant import check_variant as check_variant
from pz8edu.asking.variant import read_variant as read_variant
from pz8edu.asking.what_if import what_if as what_if
from pz8edu.chains.chain import Chain as Chain
from pz8edu.chains.model import NEVER as NEVER
from pz8edu.chance.distribution import D6 as D6
from pz8edu.chance.distribution import Distribution as Distribution
from pz8edu.chance.distribution import die as die
from pz8edu.chance.hands import Hand as Hand
from pz8edu.chance.loaded import loaded_die as loaded_die
from pz8edu.chance.loaded import unknown_chance as unknown_chance
from pz8edu.chance.memory import remember as remember
from pz8edu.chance.pool import Pool as Pool
from pz8edu.chance.symbol_dice import symbol_die as symbol_die
from pz8edu.errors import BadInput as BadInput
from pz8edu.errors import Impure as Impure
from pz8edu.errors import Unasked as Unasked
from pz8edu.rolls.modifiers import Modifiers as Modifiers
from pz8edu.rolls.roll import Roll as Roll
from pz8edu.rolls.roll import together as together
from pz8edu.systems import ids as ids
from pz8edu.systems import system as system
from pz8edu.tree.tree import Tree as Tree
from pz8edu.umpire import Enumerating as Enumerating
from pz8edu.umpire import Sampling as Sampling
from pz8edu.umpire import Scripted as Scripted
from pz8edu.umpire import Umpire as Umpire
from pz8edu.umpire import Waiting as Waiting

__version__: str
