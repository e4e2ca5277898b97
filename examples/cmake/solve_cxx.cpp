// Solves a board from C++, without tables. Smart pointers hold the handles.
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>

#include <tilepdb_tables.h>

namespace {

using Solver = std::unique_ptr<tilepdb_solver, decltype(&tilepdb_solver_free)>;

void check(tilepdb_status status, const tilepdb_error &error) {
    if (status != TILEPDB_OK) throw std::runtime_error(error.message);
}

Solver make_solver() {
    tilepdb_error error;
    tilepdb_board goal;
    check(tilepdb_goal(4, 4, 15, &goal, &error), error);
    tilepdb_solver_options options;
    tilepdb_solver_options_init(&options);
    options.heuristic = TILEPDB_HEURISTIC_LINEAR_CONFLICT;
    tilepdb_solver *solver = nullptr;
    check(tilepdb_solver_create(&goal, &options, &solver, &error), error);
    return Solver(solver, tilepdb_solver_free);
}

} // namespace

int main(int argc, char **argv) try {
    const char *text = argc > 1 ? argv[1] : "5 1 2 4 9 6 3 8 13 10 7 11 0 14 15 12";
    const Solver solver = make_solver();
    tilepdb_error error;
    tilepdb_board board;
    check(tilepdb_board_parse(text, std::strlen(text), 4, 4, &board, &error), error);
    const auto result = std::make_unique<tilepdb_result>();
    check(tilepdb_solve(solver.get(), &board, nullptr, result.get(), &error), error);
    std::printf("%d %s\n", result->length, result->moves);
    return 0;
} catch (const std::exception &problem) {
    std::fprintf(stderr, "solve_cxx: %s\n", problem.what());
    return 1;
}
