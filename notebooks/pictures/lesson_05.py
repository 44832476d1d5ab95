"""The pictures of lesson 05 that need more than a line."""

import matplotlib.pyplot as plt

LOOKS = {"never": ("white", "//"), "once": ("#E69F00", ""), "more often": ("#0072B2", "")}


def draw_visit_counts(counts):
    """Bars of how many nodes were visited never, once and more often: the means of the rows `counts[expand_at]`."""
    figure, ax = plt.subplots(figsize=(10, 3.8), layout="constrained")
    for place, rows in enumerate(counts.values()):
        left = 0
        for how_often in LOOKS:
            number = sum(row[how_often] for row in rows) / len(rows)
            colour, hatch = LOOKS[how_often]
            label = how_often if place == 0 else None
            ax.barh(place, number, 0.6, left, color=colour, hatch=hatch, edgecolor="#444444", label=label)
            if number > 250:
                middle = {"ha": "center", "va": "center", "fontsize": 15, "bbox": {"color": "white", "pad": 2}}
                ax.text(left + number / 2, place, f"{number:,.0f}", **middle)
            elif number:
                ax.text(left + number + 30, place, f"{number:,.0f}", va="center", fontsize=15)
            left += number
    ax.set_yticks(range(len(counts)), [f"expand_at = {expand_at}" for expand_at in counts], fontsize=15)
    ax.invert_yaxis()
    ax.tick_params(axis="x", labelsize=13)
    ax.set_xlabel("nodes below the root after 500 iterations, means of 20 searches", fontsize=14)
    ax.set_title("Most of these nodes have never been visited", fontsize=19, weight="bold")
    ax.legend(title="visited", fontsize=13, title_fontsize=13, loc="lower right")
    ax.spines[["top", "right"]].set_visible(False)
