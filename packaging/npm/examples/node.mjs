// node node_modules/tilepdb/examples/node.mjs [BOARD...]: solves boards, one to an argument.
import { TilepdbWorker } from 'tilepdb';

const boards = process.argv.slice(2);
const tilepdb = new TilepdbWorker();
for (const board of boards.length > 0 ? boards : [await tilepdb.scramble({ seed: 1 })]) {
  const { length, moves } = await tilepdb.solve(board);
  console.log(length, moves);
}
