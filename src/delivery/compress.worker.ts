import { parentPort } from 'node:worker_threads';
import { BLOCK_BYTES, type Block, type CompressedBlock, deflateBlock } from './deflate-block.ts';

const LEAST_EXPECTED_BYTES = 16 * 1024;

const port = parentPort;
/** The blocks of one file compress alike; memory that fits leaves little behind for the collector. */
let expectedBytes = BLOCK_BYTES / 4;

// Blocks come and go one at a time; their memory changes hands instead of being copied.
port?.on('message', (block: Block) => {
  const deflated = deflateBlock(block, expectedBytes);
  expectedBytes = Math.max(LEAST_EXPECTED_BYTES, Math.ceil(deflated.length * 1.1));
  const compressed = new Uint8Array(deflated);
  const result: CompressedBlock = { compressed, memory: block.memory };
  port.postMessage(result, [compressed.buffer, block.memory.buffer as ArrayBuffer]);
});
