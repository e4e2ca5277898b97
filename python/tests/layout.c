/*
 * Prints how the compiler lays out the structs that python/tilepdb/_native.py mirrors, a line each:
 * `STRUCT SIZE`, `STRUCT.FIELD OFFSET SIZE`, and `NAME VALUE` for constants. test_layout.py reads
 * it.
 */
#include <stddef.h>
#include <stdio.h>

#include "tilepdb_engine.h"
#include "tilepdb_methods.h"
#include "tilepdb_text.h"

#define STRUCT(type) printf("%s %zu\n", #type, sizeof(tilepdb_##type))
#define FIELD(type, field)                                                                         \
    printf("%s.%s %zu %zu\n", #type, #field, offsetof(tilepdb_##type, field),                      \
           sizeof(((tilepdb_##type *)0)->field))
#define VALUE(name) printf("%s %ld\n", #name, (long)TILEPDB_##name)

static void values(void) {
    STRUCT(error);
    FIELD(error, status);
    FIELD(error, line);
    FIELD(error, column);
    FIELD(error, message);
    FIELD(error, code);
    FIELD(error, number);
    FIELD(error, text);
    STRUCT(build);
    FIELD(build, version);
    FIELD(build, compiler);
    FIELD(build, zstd);
    FIELD(build, variants);
    FIELD(build, variant);
    FIELD(build, openmp);
    FIELD(build, cbc);
    STRUCT(progress);
    FIELD(progress, stage);
    FIELD(progress, level);
    FIELD(progress, fresh);
    FIELD(progress, done);
    FIELD(progress, total);
    FIELD(progress, memory);
    FIELD(progress, seconds);
    STRUCT(board);
    FIELD(board, width);
    FIELD(board, height);
    FIELD(board, cells);
    STRUCT(reader_options);
    FIELD(reader_options, reading);
    FIELD(reader_options, notation);
    FIELD(reader_options, width);
    FIELD(reader_options, height);
    FIELD(reader_options, goal);
    FIELD(reader_options, blank_first);
    FIELD(reader_options, large);
    FIELD(reader_options, live);
    FIELD(reader_options, blank_tile);
    STRUCT(picture_entry);
    FIELD(picture_entry, board);
    FIELD(picture_entry, moves);
    FIELD(picture_entry, goal);
    FIELD(picture_entry, metric);
    FIELD(picture_entry, speed);
    FIELD(picture_entry, name);
    FIELD(picture_entry, caption);
    FIELD(picture_entry, description);
    STRUCT(item);
    FIELD(item, kind);
    FIELD(item, line);
    FIELD(item, board);
    FIELD(item, letters);
    FIELD(item, moves);
    FIELD(item, moves_length);
    FIELD(item, error);
    FIELD(item, id);
    FIELD(item, has_goal);
    FIELD(item, multi);
    FIELD(item, goal);
    VALUE(ITEM_ERROR);
    VALUE(MAX_CELLS);
    VALUE(MAX_TYPED_MOVES);
    VALUE(MOVES_TEXT);
    STRUCT(random);
    FIELD(random, state);
    STRUCT(pattern);
    FIELD(pattern, width);
    FIELD(pattern, height);
    FIELD(pattern, goal_blank);
    FIELD(pattern, tiles);
    FIELD(pattern, colours);
    FIELD(pattern, colour);
    FIELD(pattern, open);
    STRUCT(partition);
    FIELD(partition, name);
    FIELD(partition, width);
    FIELD(partition, height);
    FIELD(partition, goal_blank);
    FIELD(partition, count);
    FIELD(partition, tiles);
    STRUCT(catalogue_entry);
    FIELD(catalogue_entry, name);
    FIELD(catalogue_entry, summary);
    FIELD(catalogue_entry, width);
    FIELD(catalogue_entry, height);
}

static void tables(void) {
    STRUCT(kind);
    FIELD(kind, blank);
    FIELD(kind, encoding);
    FIELD(kind, metric);
    STRUCT(table_info);
    FIELD(table_info, pattern);
    FIELD(table_info, kind);
    FIELD(table_info, entries);
    FIELD(table_info, reachable);
    FIELD(table_info, levels);
    FIELD(table_info, histogram);
    FIELD(table_info, axis_entries);
    FIELD(table_info, axis_histogram);
    FIELD(table_info, table_bytes);
    FIELD(table_info, file_bytes);
    FIELD(table_info, frame_count);
    FIELD(table_info, frame_rows);
    FIELD(table_info, stored_frames);
    FIELD(table_info, content_hash);
    FIELD(table_info, format_version);
    STRUCT(generate_options);
    FIELD(generate_options, threads);
    FIELD(generate_options, memory_limit);
    FIELD(generate_options, progress);
    FIELD(generate_options, user);
    FIELD(generate_options, variant);
    STRUCT(generate_need);
    FIELD(generate_need, entries);
    FIELD(generate_need, memory_bytes);
    FIELD(generate_need, table_bytes);
    STRUCT(save_options);
    FIELD(save_options, level);
    FIELD(save_options, threads);
    FIELD(save_options, progress);
    FIELD(save_options, user);
    STRUCT(open_options);
    FIELD(open_options, threads);
    FIELD(open_options, progress);
    FIELD(open_options, user);
    FIELD(open_options, preload);
    FIELD(open_options, node);
}

static void solving(void) {
    STRUCT(solver_options);
    FIELD(solver_options, heuristic);
    FIELD(solver_options, tables);
    FIELD(solver_options, table_count);
    FIELD(solver_options, reflection);
    FIELD(solver_options, backward);
    FIELD(solver_options, variant);
    FIELD(solver_options, metric);
    STRUCT(solver_open_options);
    FIELD(solver_open_options, directory);
    FIELD(solver_open_options, missing);
    FIELD(solver_open_options, metric);
    FIELD(solver_open_options, kind);
    FIELD(solver_open_options, preload);
    FIELD(solver_open_options, variant);
    FIELD(solver_open_options, threads);
    FIELD(solver_open_options, memory_limit);
    FIELD(solver_open_options, progress);
    FIELD(solver_open_options, user);
    STRUCT(solver_info);
    FIELD(solver_info, kernel);
    FIELD(solver_info, variant);
    FIELD(solver_info, metric);
    FIELD(solver_info, goal);
    FIELD(solver_info, backward);
    STRUCT(solve_options);
    FIELD(solve_options, max_length);
    FIELD(solve_options, first_bound);
    FIELD(solve_options, max_nodes);
    FIELD(solve_options, timeout);
    FIELD(solve_options, threads);
    FIELD(solve_options, memory_limit);
    FIELD(solve_options, plain);
    FIELD(solve_options, any);
    FIELD(solve_options, solutions);
    FIELD(solve_options, max_solutions);
    FIELD(solve_options, on_solution);
    FIELD(solve_options, progress);
    FIELD(solve_options, user);
    FIELD(solve_options, earlier);
    FIELD(solve_options, on_bound);
    FIELD(solve_options, bound_user);
    FIELD(solve_options, checkpoint);
    FIELD(solve_options, comm);
    STRUCT(iteration);
    FIELD(iteration, bound);
    FIELD(iteration, generated);
    FIELD(iteration, expanded);
    FIELD(iteration, resumed);
    FIELD(iteration, seconds);
    FIELD(iteration, backward);
    FIELD(iteration, limit);
    FIELD(iteration, level);
    STRUCT(result);
    FIELD(result, solvable);
    FIELD(result, optimal);
    FIELD(result, length);
    FIELD(result, lower_bound);
    FIELD(result, upper_bound);
    FIELD(result, root_h);
    FIELD(result, generated);
    FIELD(result, expanded);
    FIELD(result, any);
    FIELD(result, solution_count);
    FIELD(result, resumed);
    FIELD(result, seconds);
    FIELD(result, iteration_count);
    FIELD(result, iterations);
    FIELD(result, moves);
}

static void anytime(void) {
    STRUCT(anytime_event);
    FIELD(anytime_event, length);
    FIELD(anytime_event, lower_bound);
    FIELD(anytime_event, moves);
    FIELD(anytime_event, shorter);
    FIELD(anytime_event, width);
    FIELD(anytime_event, seconds);
    STRUCT(anytime_options);
    FIELD(anytime_options, metric);
    FIELD(anytime_options, solver);
    FIELD(anytime_options, threads);
    FIELD(anytime_options, max_width);
    FIELD(anytime_options, max_nodes);
    FIELD(anytime_options, memory_limit);
    FIELD(anytime_options, timeout);
    FIELD(anytime_options, within);
    FIELD(anytime_options, within_share);
    FIELD(anytime_options, solution);
    FIELD(anytime_options, lower_bound);
    FIELD(anytime_options, on_event);
    FIELD(anytime_options, progress);
    FIELD(anytime_options, user);
    STRUCT(anytime_result);
    FIELD(anytime_result, solvable);
    FIELD(anytime_result, optimal);
    FIELD(anytime_result, length);
    FIELD(anytime_result, lower_bound);
    FIELD(anytime_result, root_h);
    FIELD(anytime_result, width);
    FIELD(anytime_result, expanded);
    FIELD(anytime_result, generated);
    FIELD(anytime_result, memory);
    FIELD(anytime_result, seconds);
    FIELD(anytime_result, moves);
    VALUE(ANYTIME_MAX_MOVES);
}

static void colouring(void) {
    STRUCT(colouring_entry);
    FIELD(colouring_entry, name);
    FIELD(colouring_entry, summary);
    FIELD(colouring_entry, width);
    FIELD(colouring_entry, height);
    FIELD(colouring_entry, drawing);
    VALUE(COLOURING_TEXT);
    VALUE(METRIC_SINGLE);
    VALUE(METRIC_MULTI);
}

static void choosing(void) {
    STRUCT(engine_options);
    FIELD(engine_options, directory);
    FIELD(engine_options, missing);
    FIELD(engine_options, partition);
    FIELD(engine_options, kinds);
    FIELD(engine_options, kind_count);
    FIELD(engine_options, directions);
    FIELD(engine_options, bidirectional);
    FIELD(engine_options, heuristic);
    FIELD(engine_options, reflection);
    FIELD(engine_options, preload);
    FIELD(engine_options, memory_limit);
    FIELD(engine_options, threads);
    FIELD(engine_options, variant);
    FIELD(engine_options, goal_cell);
    FIELD(engine_options, node);
    FIELD(engine_options, ranks);
    FIELD(engine_options, on_event);
    FIELD(engine_options, user);
    STRUCT(searcher);
    FIELD(searcher, direction);
    FIELD(searcher, with_tables);
    FIELD(searcher, heuristic);
    FIELD(searcher, partition);
    FIELD(searcher, kernel);
    FIELD(searcher, kind_count);
    FIELD(searcher, kinds);
    FIELD(searcher, pair);
    FIELD(searcher, tables);
    FIELD(searcher, table_count);
    STRUCT(engine_request);
    FIELD(engine_request, board);
    FIELD(engine_request, goal);
    FIELD(engine_request, metric);
    FIELD(engine_request, search);
    FIELD(engine_request, best);
    FIELD(engine_request, improve);
    FIELD(engine_request, within);
    FIELD(engine_request, within_share);
    FIELD(engine_request, max_width);
    FIELD(engine_request, solution);
    FIELD(engine_request, needs_tables);
    FIELD(engine_request, beyond);
    FIELD(engine_request, at_a_time);
    FIELD(engine_request, before);
    FIELD(engine_request, cancel);
    FIELD(engine_request, on_search);
    FIELD(engine_request, on_solution);
    FIELD(engine_request, user);
    STRUCT(beams);
    FIELD(beams, width);
    FIELD(beams, expanded);
    FIELD(beams, memory);
    STRUCT(answer);
    FIELD(answer, status);
    FIELD(answer, error);
    FIELD(answer, result);
    FIELD(answer, searched);
    FIELD(answer, no_tables);
    FIELD(answer, short_of_memory);
    FIELD(answer, moves);
    FIELD(answer, compared);
    FIELD(answer, chosen);
    FIELD(answer, beams);
    FIELD(answer, failure);
    FIELD(answer, searcher_count);
    FIELD(answer, searchers);
    FIELD(answer, searched_by);
    FIELD(answer, table_bytes);
    FIELD(answer, failed_path);
    FIELD(answer, failed_tables);
}

static void verification(void) {
    STRUCT(verify_options);
    FIELD(verify_options, threads);
    FIELD(verify_options, memory_limit);
    FIELD(verify_options, progress);
    FIELD(verify_options, user);
    STRUCT(false_entry);
    FIELD(false_entry, row);
    FIELD(false_entry, column);
    FIELD(false_entry, mask);
    FIELD(false_entry, region);
    FIELD(false_entry, distance);
    FIELD(false_entry, found);
    FIELD(false_entry, expected);
    FIELD(false_entry, text);
    STRUCT(proof);
    FIELD(proof, entries);
    FIELD(proof, reachable);
    FIELD(proof, levels);
    FIELD(proof, histogram);
    FIELD(proof, histogram_holds);
    FIELD(proof, false_entries);
    FIELD(proof, first_count);
    FIELD(proof, first);
    FIELD(proof, memory_bytes);
    FIELD(proof, seconds);
}

static void constants(void) {
    VALUE(TABLE_MAX_CELLS);
    VALUE(TABLE_MAX_SIDE);
    VALUE(MAX_LEVELS);
    VALUE(MAX_MOVES);
    VALUE(MAX_FALSE);
    VALUE(BOARD_TEXT);
    VALUE(FILE_NAME);
    VALUE(VERSION_MAJOR);
    VALUE(VERSION_MINOR);
    VALUE(VERSION_PATCH);
    VALUE(OK);
    VALUE(UNSOLVABLE);
    VALUE(LIMIT);
    VALUE(CANCELLED);
    VALUE(ERROR_ARGUMENT);
    VALUE(ERROR_PARSE);
    VALUE(ERROR_MEMORY);
    VALUE(ERROR_TOO_LARGE);
    VALUE(ERROR_ENCODING);
    VALUE(ERROR_IO);
    VALUE(ERROR_NOT_FOUND);
    VALUE(ERROR_FORMAT);
    VALUE(ERROR_CHECKSUM);
    VALUE(ERROR_VERSION);
    VALUE(ERROR_INTERNAL);
    VALUE(REFUTED);
    VALUE(BLANK_AWARE);
    VALUE(BLANK_PROJECTED);
    VALUE(ENCODING_BIT);
    VALUE(ENCODING_NIBBLE);
    VALUE(ENCODING_MOD3);
    VALUE(ENCODING_GOAL);
    VALUE(HEURISTIC_PDB);
    VALUE(HEURISTIC_MANHATTAN);
    VALUE(HEURISTIC_LINEAR_CONFLICT);
    VALUE(SOLUTIONS_FIRST);
    VALUE(SOLUTIONS_COUNT);
    VALUE(SOLUTIONS_ALL);
    VALUE(LEVEL_DEFAULT);
    VALUE(DIRECTION_FORWARD);
    VALUE(DIRECTION_BACKWARD);
    VALUE(DIRECTION_BOTH);
    VALUE(MISSING_BUILD);
    VALUE(MISSING_KEEP);
    VALUE(MISSING_REFUSE);
    VALUE(DIRECTIONS_DEFAULT);
    VALUE(DIRECTIONS_AUTO);
    VALUE(DIRECTIONS_FORWARD);
    VALUE(DIRECTIONS_BACKWARD);
    VALUE(DIRECTIONS_BOTH);
}

int main(void) {
    values();
    tables();
    solving();
    anytime();
    colouring();
    choosing();
    verification();
    constants();
    return 0;
}
