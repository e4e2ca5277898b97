// node node_modules/tilepdb/examples/anytime.mjs [SECONDS [BOARD]]: better and better solutions.
import { TilepdbWorker } from 'tilepdb';

const [seconds = '5', given] = process.argv.slice(2);
const tilepdb = new TilepdbWorker();
const board = given ?? await tilepdb.scramble({ width: 5, height: 5, seed: 1 });
let last;
for await (last of tilepdb.improvements(board, { timeout: Number(seconds) }))
  console.log(`${last.seconds.toFixed(2)} s: ${last.length} moves, at least ${last.lowerBound}`);
console.log(last.moves);
