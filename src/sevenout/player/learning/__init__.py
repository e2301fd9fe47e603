"""Craps to learn on: environments for Gymnasium and PettingZoo, by the rulebook's rules, whose optimum is solved.

Importing this package registers `sevenout/Craps-v0` and `sevenout/CrapsLayout-v0`.
"""

from sevenout.base.extras import wanting

with wanting("gymnasium", "a learning environment"):
    from gymnasium.envs.registration import register, registry

ENVIRONMENTS = {
    "sevenout/Craps-v0": "sevenout.player.learning.craps_env:CrapsEnv",
    "sevenout/CrapsLayout-v0": "sevenout.player.learning.layout_env:LayoutEnv",
}
for _name, _entry in ENVIRONMENTS.items():
    if _name not in registry:
        register(id=_name, entry_point=_entry)
