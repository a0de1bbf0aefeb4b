"""The one reader of acts: it plays the steps of a spell, a feature, an item or a creature's act over a draft."""
