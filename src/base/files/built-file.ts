/** Where the build put a worker script or a WASM module: `dist/`, for code that tests run from `src/` too. */
export function locateDistFile(name: string): URL {
  const runsFromSource = import.meta.url.endsWith('/src/base/files/built-file.ts');
  return new URL(runsFromSource ? `../../../dist/${name}` : `./${name}`, import.meta.url);
}
