import { randomBytes } from 'node:crypto';
import { BrctlError } from '../../errors.ts';
import { JsKernel } from './js-kernel.ts';
import type { LineKernel } from './line-kernel.ts';
import { WasmKernel } from './wasm-kernel.ts';

/**
 * A kernel with a seed of its own. `auto` is the WASM kernel, and the plain one where that cannot be loaded.
 *
 * @throws BrctlError `diff.no_wasm` when WASM was asked for and cannot be had
 */
export function createKernel(choice: 'auto' | 'wasm' | 'js' = 'auto'): LineKernel {
  const seed = randomBytes(8);
  if (choice !== 'js') {
    try {
      return new WasmKernel(seed.readBigUInt64LE());
    } catch (cause) {
      if (choice === 'wasm') throw noWasm(cause);
    }
  }
  return new JsKernel(seed.readInt32LE());
}

function noWasm(cause: unknown): BrctlError {
  return new BrctlError('the WASM kernel cannot be loaded', {
    kind: 'unexpected',
    code: 'diff.no_wasm',
    why: 'it was not built, or this system cannot run WebAssembly with vectors',
    hint: 'leave out --kernel: plain JavaScript gives the same result',
    cause,
  });
}
