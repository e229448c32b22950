#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/main.js', import.meta.url);
if (existsSync(program)) {
  const { runProcess } = await import(program.href);
  await runProcess();
} else {
  // A clone that has been installed and not built.
  process.stderr.write(
    'brctl: this clone is not built yet\n  fix   npm ci && npm run build\nerror file.not_built (exit 5)\n',
  );
  process.exitCode = 5;
}
