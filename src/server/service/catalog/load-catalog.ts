import { Readable } from 'node:stream';
import { BrctlError } from '../../../base/errors.ts';
import { waitUnlessAborted } from '../../../base/process/wait-at-most.ts';
import { joinFiles } from '../../../catalog/opening/join-files.ts';
import { openInput } from '../../../catalog/opening/open.ts';
import { CONTENT_TYPES } from '../../../protocol/content-types.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { Account } from '../account/account.ts';
import type { Log } from '../control/log.ts';
import { Refusal } from '../refusals.ts';
import type { CatalogService } from './catalog-service.ts';

/**
 * Puts a catalog from files, as a client's PUT would, and runs its index job.
 * @throws BrctlError `not-found`, `input` for what a PUT is refused for, `job-failed`; the signal's reason
 */
export async function loadCatalog(
  catalogs: CatalogService,
  account: Account,
  catalog: string,
  files: readonly string[],
  log: Log,
  signal = new AbortController().signal,
): Promise<void> {
  const title = `loading ${catalog} from ${files.join(', ')}`;
  const first = await readBeginning(files[0] ?? '');
  const isArray = first.trimStart().startsWith('[');
  const family: RecordFamily = /"path"\s*:\s*"\/items\//.test(first) ? 'items' : 'products';
  const request = {
    account,
    catalog,
    family,
    mode: 'full' as const,
    contentType: isArray && files.length === 1 ? CONTENT_TYPES.jsonPatch : CONTENT_TYPES.jsonLines,
    contentEncoding: undefined,
    body: Readable.from(readContents(files, signal), { objectMode: false }),
  };
  const { jobId } = await catalogs.accept(request).catch((error) => {
    throw error instanceof Refusal ? loadRefusedError(title, error) : error;
  });
  const settle = async (id: string, step: string): Promise<string> => {
    await waitUnlessAborted(catalogs.settled(), signal);
    const { state, message: why } = catalogs.job(id);
    if (state === 'success' || state === 'skipped') return why;
    throw new BrctlError(`${step} ended ${state}`, { kind: 'job-failed', code: 'serve.load_failed', why });
  };
  const remarks = await settle(jobId, title);
  if (remarks !== '') log.warn('catalog loaded with warnings', { catalog, remarks });
  const index = await catalogs.runIndex(account, catalog);
  await settle(index.jobId, `indexing ${catalog}`);
}

function loadRefusedError(what: string, refusal: Refusal): BrctlError {
  return new BrctlError(`${what} was refused`, {
    kind: 'input',
    code: 'serve.load_refused',
    why: refusal.message,
    ...(refusal.code === 'payload_too_large' && { hint: 'write it as JSON Lines, one operation per line' }),
    ...(refusal.code === 'unknown_catalog' && { hint: 'add it to the catalogs of the account in .brctlrc' }),
    cause: refusal,
  });
}

async function* readContents(files: readonly string[], signal: AbortSignal): AsyncGenerator<Buffer> {
  for await (const chunk of joinFiles(files, openFile)) {
    signal.throwIfAborted();
    yield chunk;
  }
}

async function readBeginning(file: string): Promise<string> {
  for await (const chunk of await openFile(file)) return chunk.subarray(0, 4_096).toString('utf8');
  return '';
}

/** How large the load may be says the service, which takes all files as one. */
async function openFile(file: string): Promise<AsyncGenerator<Buffer>> {
  try {
    return await openInput(file, { maxInflatedBytes: Infinity });
  } catch (error) {
    throw new BrctlError('no such catalog file', {
      kind: 'not-found',
      code: 'serve.load_file_not_found',
      file,
      hint: 'write it like --load apparel=catalog.jsonl',
      cause: error,
    });
  }
}
