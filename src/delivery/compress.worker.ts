import { parentPort } from 'node:worker_threads';
import { type Block, type CompressedBlock, deflateBlock } from './deflate-block.ts';

const port = parentPort;

// Blocks come and go one at a time; their memory changes hands instead of being copied.
port?.on('message', (block: Block) => {
  const compressed = Uint8Array.from(deflateBlock(block));
  const result: CompressedBlock = { compressed, memory: block.memory };
  port.postMessage(result, [compressed.buffer, block.memory.buffer as ArrayBuffer]);
});
