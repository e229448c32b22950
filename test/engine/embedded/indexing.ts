import { FullBuild } from '../../../src/engine/embedded/building/build.ts';
import { updateIndex as updateFile } from '../../../src/engine/embedded/building/update.ts';
import type { Part } from '../../../src/engine/embedded/snapshot/index-file.ts';
import type { ArraySource } from './array-source.ts';

/** Indexes a catalog whole. */
export function buildIndex(source: ArraySource, file: string): Part {
  const build = new FullBuild(file);
  for (const record of source.all()) build.add(record);
  return build.finish(source.version);
}

/** Adds what has changed since a version of the catalog to its index. */
export function updateIndex(source: ArraySource, file: string, from: number): Part {
  const { version } = source;
  return updateFile(file, from, { version, changes: source.changed(from) }, source);
}
