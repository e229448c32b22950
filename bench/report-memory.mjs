// Preloaded into a program: writes the most memory that it took, in bytes, when it exits.
import { writeFileSync } from 'node:fs';

process.on('exit', () => {
  writeFileSync(process.env.BENCH_MEMORY, String(process.resourceUsage().maxRSS * 1024));
});
