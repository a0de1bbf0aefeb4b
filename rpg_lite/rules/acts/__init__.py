"""Acts as values: what a spell, a feature, an item or a creature does, in the vocabulary of one reader."""
