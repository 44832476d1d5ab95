"""Bets of ten coins, in lessons 14, 19 and 20."""


def paid(coins, right):
    """What a bet comes to: three times the coins on what came out right, and those that were kept."""
    spent = sum(coins.values())
    if not 0 <= spent <= 10 or min(coins.values()) < 0:
        return "Ten coins in all, and none below 0, please."
    back = 3 * sum(coins[name] for name in right)
    return f"Your bet: {spent} coins; {back} come back, and with those in your pocket you have {10 - spent + back}."
