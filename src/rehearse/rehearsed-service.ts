import { BrctlError } from '../base/errors.ts';
import { quoteForShell } from '../base/wording/shell-quote.ts';
import { createTransport } from '../client/api/http.ts';
import type { HttpClient } from '../client/api/http-call.ts';
import { decodeSearchAnswer } from '../client/api/search-answer.ts';
import { fetchSearch } from '../client/api/search-api.ts';
import { buildRequestUrl, buildSearchPairs, type Pair, type Searcher } from '../client/api/search-request.ts';
import type { EmulatorOptions } from '../server/emulator-options.ts';
import { startEmulator } from '../server/server.ts';
import { type AnswerSummary, countRows, summarizeAnswer } from './observation.ts';
import { type GoldenQuery, nameQuery } from './queries/golden-query.ts';

/** How the services of a rehearsal search and answer: as the `serve` section of the configuration says. */
export type RehearsalSettings = Pick<EmulatorOptions, 'search' | 'answers' | 'signal'>;

export interface Contents {
  /** Operations, plain or gzip; together one full load. */
  files: readonly string[];
  /** Their source, as the user named it. */
  name: string;
}

export type RehearsedService = Awaited<ReturnType<typeof startLocalService>>;

/** Any name will do: nobody else sees it. */
const CATALOG = 'rehearsal';
/** On this machine, with nobody else asking: what takes longer will not come. */
const TIMEOUT_MS = 60_000;
/** A visitor, as every request names one (spec: C). */
const VISITOR = 'uid=1234567890123:v=15.0:ts=1700000000000:hc=1';

/** Starts a service with this catalog on free ports, storing nothing. Throws `rehearse.unusable_catalog`. */
export async function startLocalService(
  contents: Contents,
  settings: RehearsalSettings,
  caller: Omit<HttpClient, 'transport'>,
) {
  const { env, stop } = await startWith(contents, settings);
  const transport = createTransport();
  const searcher: Searcher = {
    accountId: env.BRCTL_ACCOUNT_ID ?? '',
    authKey: env.BRCTL_AUTH_KEY ?? '',
    domainKey: CATALOG,
    visitor: VISITOR,
    requestId: '1',
  };
  // Its own signal: concurrent searches listen to it, and Node warns of more than ten listeners.
  const signal = settings.signal && AbortSignal.any([settings.signal]);
  return {
    async ask(query: GoldenQuery, top: number): Promise<AnswerSummary> {
      const pairs = listPairs(query, countRows(query, top), searcher);
      const url = buildRequestUrl(env.BRCTL_SEARCH_URL ?? '', pairs);
      const subject = `query ${nameQuery(query)}`;
      const call = { url, timeoutMs: TIMEOUT_MS, subject, ...(signal && { signal }) };
      try {
        return summarizeAnswer(decodeSearchAnswer(await fetchSearch({ ...caller, transport }, call)));
      } catch (thrown) {
        if (!(thrown instanceof BrctlError) || thrown.kind !== 'refused') throw thrown;
        throw new BrctlError(`the service refuses the ${subject}: ${thrown.message}`, {
          ...thrown.details,
          kind: 'input',
          code: 'queries.refused',
          hint: 'correct it in the query file',
        });
      }
    },
    async stop(): Promise<void> {
      await transport.close();
      await stop();
    },
  };
}

async function startWith({ files, name }: Contents, settings: RehearsalSettings) {
  try {
    const emulator = await startEmulator({ ...settings, load: [{ catalog: CATALOG, files }] });
    return { env: emulator.ready.env as Record<string, string | undefined>, stop: () => emulator.stop() };
  } catch (thrown) {
    const isOfCatalog = thrown instanceof BrctlError && ['input', 'job-failed'].includes(thrown.kind);
    if (!isOfCatalog) throw thrown;
    throw new BrctlError('the service rejected this catalog', {
      kind: 'input',
      code: 'rehearse.unusable_catalog',
      file: name,
      ...(thrown.details.why !== undefined && { why: thrown.details.why }),
      hint: `brctl validate ${quoteForShell(name)} lists all problems`,
      cause: thrown,
    });
  }
}

function listPairs({ kind, text, parameters }: GoldenQuery, rows: number, searcher: Searcher): Pair[] {
  const pairs: Pair[] = [
    ['request_type', 'search'],
    ['search_type', kind === 'category' ? 'category' : 'keyword'],
    ['q', text],
    ['facet.version', '3.0'],
    ...parameters,
  ];
  const fixed = { rows, start: 0, fl: 'pid,title', fq: [], facetRange: [], statsField: [], param: [] };
  return buildSearchPairs(searcher, fixed, pairs);
}
