// Which modules lie in one file of the bundle. To load a file takes its share of a start, some half a millisecond, whatever is in it:
// what commands that have to be quick load together lies together.
import path from 'node:path';

/**
 * What is loaded together, by the files of src that begin it and all that these import at once. Modules that the same of these
 * need share a file. `serve` is there so that it does not load what only others need; what it alone needs is divided by the bundler,
 * like all that none of these needs.
 */
const TOGETHER = {
  main: ['main.ts'],
  start: ['cli/run.ts'],
  config: ['cli/config/config.ts'],
  push: ['cli/commands/push/push-run.ts'],
  client: ['cli/shared/caller.ts', 'client/api/http.ts'],
  diff: ['cli/commands/delta/diff-run.ts'],
  serve: [
    'cli/commands/serve/serve-run.ts',
    'server/server.ts',
    'server/service/catalog/job.worker.ts',
    'server/engines/embedded-search.worker.ts',
    'server/engines/embedded-index.worker.ts',
  ],
};

/** Whole, whoever else needs a part of it: what every command loads. */
const WHOLE = ['main', 'start'];
const DIVIDED_BY_THE_BUNDLER = 'serve';

/** Tells the bundler the file in which a module is to lie; null where that is its own affair. */
export function chunkOf(src) {
  let reached;
  return (id, graph) => {
    reached ??= Object.entries(TOGETHER).map(([name, files]) => [name, reachedFrom(files, src, graph)]);
    if (graph.getModuleInfo(id)?.isEntry) return null;
    const names = reached.flatMap(([name, modules]) => (modules.has(id) ? [name] : []));
    const whole = WHOLE.find((name) => names.includes(name));
    if (whole !== undefined) return whole;
    return names.every((name) => name === DIVIDED_BY_THE_BUNDLER) ? null : names.join('-');
  };
}

/** The modules that are evaluated with some: what is imported on demand is not among them. */
function reachedFrom(files, src, graph) {
  const modules = new Set();
  const open = files.map((file) => path.join(src, file));
  for (const begin of open)
    if (graph.getModuleInfo(begin) === null) throw new Error(`scripts/chunks.mjs: no ${begin} in the bundle`);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (modules.has(id)) continue;
    modules.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return modules;
}
