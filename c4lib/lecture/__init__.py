"""A lecture's worked example on Hex: the game, the four iterations, and the truth to hold beside them."""
