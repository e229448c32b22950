import { readFileSync } from 'node:fs';
import { BrctlError } from '../errors.ts';
import { locateDistFile } from './built-file.ts';

const modules = new Map<string, WebAssembly.Module>();

/** A new instance of a module of dist/, typed as what its assembly/ folder exports. Throws `diff.no_wasm`. */
export function loadWasm<Exports>(name: string): Exports {
  try {
    const module = modules.get(name) ?? new WebAssembly.Module(readFileSync(locateDistFile(name)));
    modules.set(name, module);
    return new WebAssembly.Instance(module, {}).exports as Exports;
  } catch (cause) {
    const lacksRoom = cause instanceof RangeError;
    throw new BrctlError(`cannot load the WebAssembly module ${name}`, {
      kind: lacksRoom ? 'config' : 'unexpected',
      code: 'diff.no_wasm',
      why: lacksRoom
        ? 'the process may not reserve the 10 GB of addresses that V8 reserves for WebAssembly (ulimit -v)'
        : 'the module is not built, or this system lacks WebAssembly SIMD',
      hint: lacksRoom
        ? 'NODE_OPTIONS=--disable-wasm-trap-handler, or ulimit -v unlimited'
        : 'run brctl with Node 20.19 or newer, from a complete installation',
      cause,
    });
  }
}
