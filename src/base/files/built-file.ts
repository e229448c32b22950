/**
 * Where the build put a file that is loaded at run time by its name: a worker script or a WASM module.
 * Bundled code is in `dist/` itself; code run from `src/` (tests) finds the same files there.
 *
 * @param name file name inside `dist/`, such as `index-build.worker.js`
 */
export function distFile(name: string): URL {
  const runsFromSource = import.meta.url.endsWith('/src/base/files/built-file.ts');
  return new URL(runsFromSource ? `../../../dist/${name}` : `./${name}`, import.meta.url);
}
