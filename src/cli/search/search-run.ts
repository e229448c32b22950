import type { HttpAnswer } from '../../client/http.ts';
import { curlCommand, type Pair, requestUrl, type Searcher } from '../../client/search-request.ts';
import type { Config } from '../../config/config.ts';
import { BrctlError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import type { OutputStream } from '../io.ts';
import type { ResultDocument } from '../output/output.ts';

/** One request of the search, widget, pathways or suggest area. */
export interface SearchPlan {
  base: string;
  pairs: readonly Pair[];
  /** For "not found": `widget w1a2b3c4`. */
  subject: string;
  /** A control call about a past state, which may have to be indexed first. */
  isPast?: boolean;
}

export interface PrintOptions {
  raw?: boolean;
  curl?: boolean;
  output?: string;
}

/** At least two seconds are recommended (spec: Limits). */
const DEFAULT_TIMEOUT_MS = 2_000;

/** Who asks, by the configuration; the visitor is kept in the state folder. */
export async function searcherOf(context: CommandContext, config: Config): Promise<Searcher> {
  const { visitorId } = await import('../../state/visitor.ts');
  const nowMs = context.now().getTime();
  return {
    accountId: config.require('accountId'),
    authKey: config.require('authKey'),
    domainKey: config.require('catalog'),
    visitor: await visitorId(context.paths.stateDir, nowMs),
    requestId: String(nowMs),
  };
}

/**
 * Sends the request.
 * @throws BrctlError of the search area; a missing answer names what a storefront does then (spec: Limits)
 */
export async function fetchPlan(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
): Promise<HttpAnswer> {
  const { withCaller } = await import('../caller.ts');
  const { fetchSearch } = await import('../../client/search-api.ts');
  const url = requestUrl(plan.base, plan.pairs);
  if (plan.isPast) return await fetchPast(context, config, url, plan.subject);
  const timeoutMs = config.durationMs('timeout') ?? DEFAULT_TIMEOUT_MS;
  try {
    return await withCaller(context, config, (caller) =>
      fetchSearch(caller, { url, timeoutMs, signal: context.signal, subject: plan.subject }),
    );
  } catch (error) {
    if (error instanceof BrctlError && error.code === 'search.no_answer')
      throw timedOut(error, config, timeoutMs);
    throw error;
  }
}

/** The first answer of an earlier version comes when its index is built: that is told. */
async function fetchPast(
  context: CommandContext,
  config: Config,
  url: string,
  subject: string,
): Promise<HttpAnswer> {
  const { withCaller } = await import('../caller.ts');
  const { controlCall, PAST_TIMEOUT_MS } = await import('../../client/local-control.ts');
  const { origin } = new URL(url);
  const path = url.slice(`${origin}/_brctl/`.length);
  const call = { method: 'GET', path, subject, timeoutMs: PAST_TIMEOUT_MS } as const;
  return await context.output.progress(`searching ${subject}`, () =>
    withCaller(context, config, (caller) =>
      controlCall(caller, origin, call, context.signal, (answer) => answer),
    ),
  );
}

function timedOut(error: BrctlError, config: Config, timeoutMs: number): BrctlError {
  const start = config.environment === 'local' ? 'start the local service with brctl serve; ' : '';
  return new BrctlError(error.message, {
    ...error.details,
    why: `a storefront would now redirect its visitor (302) to its home page with ?_thto=1`,
    hint: `${start}check the address with brctl doctor, or give it longer than ${timeoutMs} ms with --timeout`,
  });
}

/**
 * Sends the request and prints its answer in the form that was asked for: a curl command, the body as it came, the
 * document of --json, or what `print` makes for people.
 */
export async function answerPlan(
  context: CommandContext,
  config: Config,
  plan: SearchPlan,
  options: PrintOptions,
  read: (answer: HttpAnswer) => {
    document: ResultDocument;
    print: (stdout: OutputStream) => Promise<string>;
  },
): Promise<void> {
  if (options.curl) {
    requestUrl(plan.base, plan.pairs);
    return await deliver(context, options, curlCommand(plan.base, plan.pairs));
  }
  const answer = await fetchPlan(context, config, plan);
  const { toJson } = await import('../output/json.ts');
  if (options.raw) return await deliver(context, options, answer.text);
  const { document, print } = read(answer);
  if (options.output !== undefined)
    return await deliver(
      context,
      options,
      context.output.json
        ? `${toJson(document)}\n`
        : await print({ ...context.io.stdout, isTty: false, color: false }),
    );
  await context.output.paged(document, print);
}

/** Names that end in .gz get compressed content, as everywhere. */
async function compressedByName(name: string, text: string): Promise<string | Uint8Array> {
  if (!name.endsWith('.gz')) return text;
  const { gzipSync } = await import('node:zlib');
  return gzipSync(text);
}

async function deliver(context: CommandContext, options: PrintOptions, text: string): Promise<void> {
  if (options.output === undefined || options.output === '-') return await context.output.bytes(text);
  const { resolve } = await import('node:path');
  const { writeFileAtomically } = await import('../../files/atomic-file.ts');
  await writeFileAtomically(
    resolve(context.cwd, options.output),
    await compressedByName(options.output, text),
  );
  context.output.note(`wrote ${options.output}`);
}
