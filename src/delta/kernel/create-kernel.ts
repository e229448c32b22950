import { BrctlError } from '../../errors.ts';
import { quickRandomBytes } from '../../quick-random.ts';
import { JsKernel } from './js-kernel.ts';
import type { LineKernel } from './line-kernel.ts';
import { kernelModule, WasmKernel } from './wasm-kernel.ts';

/** What it takes to make a kernel, in this thread or another: those of one plan find the same hashes. */
export interface KernelPlan {
  readonly seed: Uint8Array;
  /** Undefined: the plain kernel. */
  readonly module: WebAssembly.Module | undefined;
}

/**
 * A kernel with a seed of its own, and its plan. `auto` is the WASM kernel, and the plain one where that cannot be loaded.
 *
 * @throws BrctlError `diff.no_wasm` when WASM was asked for and cannot be had
 */
export function createKernel(choice: 'auto' | 'wasm' | 'js' = 'auto'): {
  kernel: LineKernel;
  plan: KernelPlan;
} {
  const seed = quickRandomBytes(8);
  if (choice !== 'js') {
    try {
      const plan = { seed, module: kernelModule() };
      return { kernel: kernelOf(plan), plan };
    } catch (cause) {
      if (choice === 'wasm') throw noWasm(cause);
    }
  }
  const plan = { seed, module: undefined };
  return { kernel: kernelOf(plan), plan };
}

/** The kernel of a plan. */
export function kernelOf({ seed, module }: KernelPlan): LineKernel {
  const words = new DataView(seed.buffer, seed.byteOffset, seed.byteLength);
  if (module === undefined) return new JsKernel(words.getInt32(0, true));
  return new WasmKernel(words.getBigUint64(0, true), module);
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
