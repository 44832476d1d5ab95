// A hand-written MCTS on 6 x 7 Connect Four, as a measure of what this machine can do: bitboards, single precision,
// small nodes with the children of a node side by side, four random moves from each random word.
// The same search as FastSearch with its default settings, but with random numbers and roundings of its own.
//
//     g++ -std=c++17 -O3 -march=native -o peer peer.cpp
//     ./peer search ITERATIONS SEED      prints the seconds, and the visits of the seven moves
//     ./peer rollouts COUNT SEED         prints the seconds for so many random games from the empty board

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Bits = uint64_t;

constexpr int ROWS = 6, COLUMNS = 7, HEIGHT = ROWS + 1;  // bit column * HEIGHT + row, row 0 at the bottom

constexpr Bits column_bits(int column) { return Bits{(1 << ROWS) - 1} << column * HEIGHT; }

constexpr Bits all_columns(Bits one) {
    Bits bits = 0;
    for (int column = 0; column < COLUMNS; ++column) bits |= one << column * HEIGHT;
    return bits;
}

constexpr Bits BOTTOM = all_columns(1), TOP = all_columns(Bits{1} << (ROWS - 1)), FULL = all_columns((1 << ROWS) - 1);

inline bool has_line(Bits discs) {
    Bits line = 0;
    for (int step : {1, HEIGHT - 1, HEIGHT, HEIGHT + 1}) {
        Bits pairs = discs & discs >> step;
        line |= pairs & pairs >> 2 * step;
    }
    return line != 0;
}

struct Position {
    Bits mine = 0, taken = 0;  // the discs of the player to move, and of both

    Bits landing(int column) const { return (taken + BOTTOM) & column_bits(column); }
    void play(Bits disc) {
        mine ^= taken;
        taken |= disc;
    }
    bool lost() const { return has_line(mine ^ taken); }  // the player who has just moved has a line
};

struct Random {  // xoroshiro128+ (Blackman and Vigna 2018)
    uint64_t a, b;
    explicit Random(uint64_t seed) : a(seed * 0x9E3779B97F4A7C15u + 1), b(~seed) {
        for (int i = 0; i < 20; ++i) next();
    }
    uint64_t next() {
        uint64_t sum = a + b, mixed = a ^ b;
        a = (a << 24 | a >> 40) ^ mixed ^ mixed << 16;
        b = mixed << 37 | mixed >> 27;
        return sum;
    }
    uint32_t below(uint32_t bound) { return (next() >> 32) * bound >> 32; }
};

struct Node {
    float wins = 0;  // of the player who moved into the node
    int32_t visits = 0;
    int32_t first_child = 0;  // 0: none
    uint8_t children = 0, column = 0;
};

struct Search {
    std::vector<Node> nodes{1};
    Random random;
    explicit Search(uint64_t seed, size_t iterations) : random(seed) { nodes.reserve(1 + 7 * iterations); }

    int best_child(const Node& parent) {
        float highest = -1, logarithm = std::log(float(parent.visits));
        int best = 0, ties = 0, places[COLUMNS];
        for (int i = 0; i < parent.children; ++i) {
            const Node& child = nodes[parent.first_child + i];
            float visits = child.visits;
            float value = child.visits ? child.wins / visits + float(M_SQRT2) * std::sqrt(logarithm / visits) : INFINITY;
            if (value > highest) {
                highest = value;
                best = i;
                places[0] = i;
                ties = 1;
            } else if (value == highest) {
                places[ties++] = i;
            }
        }
        return parent.first_child + (ties > 1 ? places[random.below(ties)] : best);
    }

    void expand(int leaf, const Position& position) {
        nodes[leaf].first_child = nodes.size();
        for (int column = 0; column < COLUMNS; ++column)
            if (position.landing(column)) {
                Node child;
                child.column = column;
                nodes.push_back(child);
                ++nodes[leaf].children;
            }
    }

    float simulate(Position position) {  // reward of the player to move
        Bits open[COLUMNS];
        uint32_t count = 0;
        for (int column = 0; column < COLUMNS; ++column)
            if (position.landing(column)) open[count++] = column_bits(column);
        Bits mine = position.mine, theirs = position.mine ^ position.taken;
        for (float reward = 1; count;) {
            uint64_t word = random.next();
            for (int draw = 0; draw < 4 && count; ++draw, word <<= 16, reward = 1 - reward) {
                uint32_t place = (word >> 48) * count >> 16;
                Bits disc = ((mine | theirs) + BOTTOM) & open[place];
                mine |= disc;
                if (has_line(mine)) return reward;
                if (disc & TOP)
                    for (--count; place < count; ++place) open[place] = open[place + 1];
                Bits swap = mine;
                mine = theirs;
                theirs = swap;
            }
        }
        return 0.5;
    }

    void iterate() {
        Position position;
        int path[ROWS * COLUMNS + 1], length = 1, node = path[0] = 0;
        auto step = [&](int child) {
            position.play(position.landing(nodes[child].column));
            node = path[length++] = child;
        };
        while (nodes[node].children) step(best_child(nodes[node]));
        bool over = position.lost() || position.taken == FULL;
        if (!over && (node == 0 || nodes[node].visits >= 1)) {
            expand(node, position);
            step(best_child(nodes[node]));
            over = position.lost();
        }
        float reward = position.lost() ? 1 : 1 - simulate(position);  // of the player who moved into the node
        while (length--) {
            nodes[path[length]].visits += 1;
            nodes[path[length]].wins += reward;
            reward = 1 - reward;
        }
    }
};

int main(int count, char** arguments) {
    if (count != 4) return 2;
    bool rollouts = arguments[1][0] == 'r';
    long iterations = std::atol(arguments[2]);
    auto start = std::chrono::steady_clock::now();
    Search search(std::atol(arguments[3]), iterations);
    double rewards = 0;
    for (long i = 0; i < iterations; ++i) {
        if (rollouts)
            rewards += search.simulate(Position{});
        else
            search.iterate();
    }
    std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    std::printf("%.6f", passed.count());
    for (int i = 0; i < search.nodes[0].children; ++i) std::printf(" %d", search.nodes[1 + i].visits);
    if (rollouts) std::printf(" %.0f", rewards);
    std::printf("\n");
}
