import { open } from 'node:fs/promises';
import { withFile } from '../base/files/with-file.ts';
import { pluralize } from '../base/wording/amounts.ts';
import type { HttpClient } from '../client/api/http-call.ts';
import { findCauses, selectCandidates } from './blame/attribute-moves.ts';
import type { FeedFile } from './blame/feed-lines.ts';
import { type ComparedFiles, explainDifferences, findChanges } from './blame/find-changes.ts';
import { rankOverlap } from './metrics/rank-overlap.ts';
import type { AnswerSummary } from './observation.ts';
import { type GoldenQuery, nameQuery } from './queries/golden-query.ts';
import {
  type Contents,
  type RehearsalSettings,
  type RehearsedService,
  startLocalService,
} from './rehearsed-service.ts';
import { checkQuery, measure, type QueryMeasures, type Tolerances } from './report/check-query.ts';
import { findFacetChanges, findMoves, takeFirstIds } from './report/compare-answers.ts';
import type { Check, QueryReport, Sides } from './report/rehearsal-report.ts';
import { summarize } from './report/summarize.ts';

export interface Rehearsal extends Tolerances, Pick<ComparedFiles, 'tempDir' | 'signal'> {
  queries: readonly GoldenQuery[];
  /** As operations; undefined where no live catalog is known. */
  before: string | undefined;
  after: string;
  name: string;
  nameBefore: string;
  /** The new one as the user wrote it, whose lines are told; undefined where they would tell nobody anything. */
  feed?: FeedFile;
  /** Products that the new catalog lacks stay as they are (`--missing ignore`). */
  keepsVanished: boolean;
  settings: RehearsalSettings;
  /** A name for a temporary file. */
  temporaryFile(): string;
  caller: Omit<HttpClient, 'transport'>;
  say(step: string): void;
}

/** Effects of a change of the catalog on golden queries. */
export type RehearsalReport = Awaited<ReturnType<typeof rehearse>>;

/** Queries that are asked at a time: a service searches in its own threads. */
const AT_A_TIME = 4;

/**
 * Asks a live and a new catalog the same queries, each in its own service in memory, and compares the answers.
 *
 * @throws BrctlError of a catalog that the service would not take, or a query that it refuses
 */
export async function rehearse(rehearsal: Rehearsal) {
  const { before, after, tempDir, signal } = rehearsal;
  const files = before === undefined ? undefined : { before, after, tempDir, signal };
  const answers = await askBoth(rehearsal, files);
  const queries = rehearsal.queries.map((query, index) =>
    buildReport(query, answers[index] as Sides<AnswerSummary>, rehearsal),
  );
  if (files !== undefined) rehearsal.say('looking for causes in the feed');
  const blamed = files === undefined ? queries : await blameAll(rehearsal, files, queries);
  return {
    /** Products compared of each answer. */
    top: rehearsal.top,
    /** Is there a catalog to compare with? Without one, expectations are all that can be judged. */
    isCompared: files !== undefined,
    /** In the order of the file. */
    queries: blamed,
    summary: summarize(blamed),
  };
}

/** Both services at a time: each loads in its own threads. All are stopped on every way out. */
async function askBoth(rehearsal: Rehearsal, files: ComparedFiles | undefined) {
  const { settings, caller, queries } = rehearsal;
  rehearsal.say(files === undefined ? 'loading the catalog' : 'loading both catalogs');
  const contents = await listContents(rehearsal, files);
  const starting = contents.map((content) => startLocalService(content, settings, caller));
  const started = await Promise.allSettled(starting);
  const services = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  try {
    for (const result of started) if (result.status === 'rejected') throw result.reason;
    rehearsal.say(`asking ${pluralize(queries.length, 'query')}`);
    const sides = await Promise.all(services.map((service) => askAll(service, rehearsal)));
    const after = sides.at(-1) as AnswerSummary[];
    const before = sides.length > 1 ? sides[0] : undefined;
    return after.map((answer, index) => ({
      ...(before && { before: before[index] as AnswerSummary }),
      after: answer,
    }));
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

async function listContents(rehearsal: Rehearsal, files: ComparedFiles | undefined): Promise<Contents[]> {
  const { after, name, nameBefore, keepsVanished } = rehearsal;
  if (files === undefined) return [{ files: [after], name }];
  const carried = keepsVanished ? [await writeVanished(files, rehearsal.temporaryFile())] : [];
  return [
    { files: [files.before], name: nameBefore },
    { files: [after, ...carried], name },
  ];
}

/** The records of products that the new catalog lacks. */
async function writeVanished(files: ComparedFiles, target: string): Promise<string> {
  await withFile(await open(target, 'wx', 0o600), (file) =>
    explainDifferences(files, async ({ kind, changes: [whole] }) => {
      if (kind !== 'removed' || whole?.old === undefined) return;
      await file.writeFile(`{"op":"add","path":${JSON.stringify(whole.path)},"value":${whole.old}}\n`);
    }),
  );
  return target;
}

async function askAll(service: RehearsedService, { queries, top, signal }: Rehearsal) {
  const answers: AnswerSummary[] = new Array(queries.length);
  let next = 0;
  const askOn = async () => {
    while (next < queries.length) {
      signal.throwIfAborted();
      const index = next++;
      answers[index] = await service.ask(queries[index] as GoldenQuery, top);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, askOn));
  return answers;
}

function buildReport(query: GoldenQuery, answer: Sides<AnswerSummary>, tolerances: Tolerances): QueryReport {
  const { top } = tolerances;
  const { before, after } = answer;
  const measured: QueryMeasures = { query, answer };
  if (before !== undefined)
    measured.overlap = rankOverlap(takeFirstIds(before, top), takeFirstIds(after, top));
  if (query.judgments !== undefined)
    measured.metrics = {
      ...(before && { before: measure(before, query.judgments, top) }),
      after: measure(after, query.judgments, top),
    };
  const checks = checkQuery(measured, tolerances);
  const moves = before === undefined ? [] : findMoves(before, after, top);
  return {
    name: nameQuery(query),
    ...measured,
    verdict: concludeVerdict(checks, moves.length > 0),
    moves,
    facets: before === undefined ? [] : findFacetChanges(before, after),
    checks,
    blame: [],
  };
}

function concludeVerdict(checks: readonly Check[], hasMoved: boolean): QueryReport['verdict'] {
  const has = (verdict: Check['verdict']) => checks.some((check) => check.verdict === verdict);
  if (has('failed')) return 'failed';
  if (has('inconclusive')) return 'inconclusive';
  return hasMoved ? 'moved' : 'unchanged';
}

/** Gives each query that is not as it was the changes of the feed that are behind it. */
async function blameAll({ feed }: Rehearsal, files: ComparedFiles, queries: readonly QueryReport[]) {
  // Whether a product that nobody suspects has changed matters too: it cannot bear witness to the order of the others.
  const ids = queries.flatMap((query) => [
    ...selectCandidates(query),
    ...takeFirstIds(query.answer.after, Number.POSITIVE_INFINITY),
  ]);
  const changes = await findChanges(files, new Set(ids), feed);
  return queries.map((query) => ({ ...query, blame: findCauses(query, changes) }));
}
