import type { SearchEngine } from '../engine/engine.ts';
import { type EngineSharing, isShared } from '../engine/sharing.ts';
import { BrctlError } from '../errors.ts';

/** How an engine's processes hear of each other. @throws BrctlError `usage` for an engine that has only one */
export function sharingOf(engine: SearchEngine): EngineSharing {
  if (isShared(engine)) return engine.sharing;
  throw new BrctlError(`the engine ${engine.engine} answers in one process only`, {
    kind: 'usage',
    code: 'serve.engine_not_shared',
    why: 'the roles ingest and search divide the work of several',
    hint: 'give --engine opensearch --engine-url <url>, or leave out --role',
  });
}
