// A hand-written MCTS on 6 x 7 Connect Four, as a measure of what this machine can do: bitboards, all directions of a line
// at once, single precision, eight children at once in one line of the cache, four random moves from each random word.
// The same search as FastSearch with its default settings, but with random numbers and roundings of its own; or, compiled
// with -DSAME_NUMBERS, in double precision and with a number of PCG64 for each move, as FastSearch has promised to do it.
//
//     g++ -std=c++17 -O3 -march=native -fno-math-errno -o peer peer.cpp
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

typedef Bits Four __attribute__((vector_size(32)));

inline bool has_line(Bits discs) {
    constexpr Four STEPS = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};
    Four all = {discs, discs, discs, discs};
    Four pairs = all & all >> STEPS;
    Four lines = pairs & pairs >> 2 * STEPS;
    return lines[0] | lines[1] | lines[2] | lines[3];
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

#ifdef SAME_NUMBERS

using Real = double;
constexpr int MOVES_OF_A_WORD = 1;

struct Random {  // PCG64 (O'Neill 2014)
    using Wide = unsigned __int128;
    Wide state, increment;
    explicit Random(uint64_t seed) : state(seed * 0x9E3779B97F4A7C15u + 1), increment(2 * seed + 1) {
        for (int i = 0; i < 20; ++i) next();
    }
    uint64_t next() {
        state = state * (Wide{0x2360ed051fc65da4u} << 64 | 0x4385df649fccf645u) + increment;
        uint64_t high = state >> 64, mixed = high ^ uint64_t(state);
        return mixed >> (high >> 58) | mixed << (-(high >> 58) & 63);
    }
    static uint32_t below(uint32_t bound, uint64_t word) { return (word >> 11) * 0x1p-53 * bound; }
    uint32_t below(uint32_t bound) { return below(bound, next()); }
};

#else

using Real = float;
constexpr int MOVES_OF_A_WORD = 4;

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
    static uint32_t below(uint32_t bound, uint64_t word) { return (word >> 48) * bound >> 16; }  // by its first 16 bits
    uint32_t below(uint32_t bound) { return below(bound, next()); }
};

#endif

constexpr int PLACES = 8;  // of a block: the children of a node, side by side; column 7 is no move

struct alignas(128) Block {
    Real wins[PLACES] = {};       // of the player who moved into the child
    int32_t visits[PLACES] = {};   // -1: no child
    int32_t below[PLACES] = {};    // the block of its children; 0: none
};

const std::vector<Real> logarithms = [] {
    std::vector<Real> table;
    for (int n = 0; n < 1 << 16; ++n) table.push_back(std::log(Real(n)));
    return table;
}();

struct Search {
    std::vector<Block> blocks{1};
    Random random;

    Search(uint64_t seed, size_t iterations) : random(seed) { blocks.reserve(2 + iterations); }

    int best_child(const Block& block, int32_t parent_visits) {
        bool in_table = size_t(parent_visits) < logarithms.size();
        Real logarithm = in_table ? logarithms[parent_visits] : std::log(Real(parent_visits));
        Real values[PLACES];
        for (int i = 0; i < PLACES; ++i) {
            Real visits = block.visits[i];
            Real value = block.wins[i] / visits + Real(M_SQRT2) * std::sqrt(logarithm / visits);
            value = block.visits[i] ? value : INFINITY;
            values[i] = block.visits[i] < 0 ? -1 : value;
        }
        Real highest = -1;
        int best = 0, ties = 0, places[PLACES];
        for (int i = 0; i < COLUMNS; ++i) {
            if (values[i] > highest) {
                highest = values[i];
                best = places[0] = i;
                ties = 1;
            } else if (values[i] == highest) {
                places[ties++] = i;
            }
        }
        return ties > 1 ? places[random.below(ties)] : best;
    }

    int expand(const Position& position) {
        Block block;
        for (int column = 0; column < COLUMNS; ++column) block.visits[column] = position.landing(column) ? 0 : -1;
        blocks.push_back(block);
        return blocks.size() - 1;
    }

    Real simulate(Position position) {  // reward of the player to move
        Bits open[COLUMNS];
        uint32_t count = 0;
        for (int column = 0; column < COLUMNS; ++column)
            if (position.landing(column)) open[count++] = column_bits(column);
        Bits mine = position.mine, theirs = position.mine ^ position.taken;
        for (Real reward = 1; count;) {
            uint64_t word = random.next();
            for (int move = 0; move < MOVES_OF_A_WORD && count; ++move, word <<= 16, reward = 1 - reward) {
                uint32_t place = Random::below(count, word);
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
        int path[ROWS * COLUMNS + 1][2], length = 1, block = 0, column = 0;
        path[0][0] = path[0][1] = 0;
        auto step = [&](int below) {
            column = best_child(blocks[below], blocks[block].visits[column]);
            block = below;
            position.play(position.landing(column));
            path[length][0] = block;
            path[length++][1] = column;
        };
        while (blocks[block].below[column]) step(blocks[block].below[column]);
        bool over = position.lost() || position.taken == FULL;
        if (!over && (length == 1 || blocks[block].visits[column] >= 1)) {
            int below = expand(position);
            blocks[block].below[column] = below;
            step(below);
        }
        Real reward = position.lost() ? 1 : 1 - simulate(position);  // of the player who moved into the node
        while (length--) {
            Block& passed = blocks[path[length][0]];
            passed.visits[path[length][1]] += 1;
            passed.wins[path[length][1]] += reward;
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
    for (int column = 0; !rollouts && column < COLUMNS; ++column) std::printf(" %d", search.blocks[1].visits[column]);
    if (rollouts) std::printf(" %.0f", rewards);
    std::printf("\n");
}
