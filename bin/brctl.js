#!/usr/bin/env node
import { existsSync } from 'node:fs';

const WITHOUT_TRAP_HANDLER = '--disable-wasm-trap-handler';

/** V8 reserves 10 GB of addresses for each WebAssembly memory, which `ulimit -v` may forbid. */
function hasRoomForWasm() {
  try {
    return new WebAssembly.Memory({ initial: 1 }).buffer.byteLength > 0;
  } catch {
    return process.execArgv.includes(WITHOUT_TRAP_HANDLER);
  }
}

/** Runs brctl in a process that needs no more addresses than memory, and ends as that one does. */
async function restart() {
  const { spawn } = await import('node:child_process');
  const argv = [WITHOUT_TRAP_HANDLER, ...process.execArgv, ...process.argv.slice(1)];
  const child = spawn(process.execPath, argv, { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl-C at a terminal reaches both processes.
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    if (signal !== null) process.removeAllListeners(signal);
    if (signal === null) process.exitCode = code;
    else process.kill(process.pid, signal);
  });
}

const program = new URL('../dist/main.js', import.meta.url);
if (!existsSync(program)) {
  // A clone that has been installed and not built.
  process.stderr.write(
    'brctl: this clone is not built yet\n  fix   npm ci && npm run build\nerror file.not_built (exit 5)\n',
  );
  process.exitCode = 5;
} else if (hasRoomForWasm()) {
  const { runProcess } = await import(program.href);
  await runProcess();
} else await restart();
