import { type Answers, BACKFILL_CUTOFF, type Match, type Questions } from '../../keywords/questions.ts';
import { findNearWords, getMaxEdits, type WordFrequency } from '../../text/spelling.ts';
import type { Clause } from '../documents/live-documents.ts';
import { matchAnyOf } from '../queries/filter-clauses.ts';
import { buildTermClause, matchFilter } from '../queries/term-clauses.ts';
import {
  buildCountBody,
  buildValuesBody,
  type OpenVersion,
  type RawAnswer,
  readValues,
} from './open-version.ts';
import type { RequestBuilder } from './search-body.ts';
import type { WordCounts } from './word-counts.ts';

/** Words that are looked at for each one. */
const MAX_NEAR = 5_000;
const MAX_EXPANSIONS = 1_000;
/** The most frequent words, of which others are put together. */
const MAX_VOCABULARY = 50_000;

/** A search that answers a question. */
export interface Probe {
  search: object;
  read(answer: RawAnswer | undefined): void;
}

/** Answers the questions of the keyword policy, a round by one request. */
export class ClusterProber {
  readonly #version: OpenVersion;
  readonly #body: RequestBuilder;
  readonly #wordCounts: WordCounts;
  /** Of documents that may be shown, by the texts of clauses. */
  readonly #counts = new Map<string, number>();
  readonly #near = new Map<string, WordFrequency[]>();
  #vocabulary: ReadonlySet<string> = new Set();

  constructor(version: OpenVersion, body: RequestBuilder) {
    this.#version = version;
    this.#body = body;
    this.#wordCounts = version.wordCounts;
  }

  /** Learns the words of names, where they are asked for; a version that was asked before knows them. */
  async readVocabulary({ vocabulary = false }: Questions): Promise<void> {
    if (!vocabulary) return;
    const version = this.#version;
    this.#vocabulary = await version.askOnce('vocabulary', async () => {
      const values = { terms: { field: 'terms', size: MAX_VOCABULARY } };
      const [answer] = await version.ask([buildValuesBody(version.state, values)]);
      return new Set(readValues(answer).map(({ word }) => word));
    });
  }

  /** Of all questions but for the words that have to be counted before the documents that hold them can be put in order. */
  probes({ count = [], near = [] }: Questions): Probe[] {
    return [
      ...count.map((match) => this.countProbe(this.#makeFilter(match))),
      ...near.flatMap((word) => this.#makeNearProbe(word)),
    ];
  }

  /** How many documents that may be shown meet a clause. */
  countProbe(clause: Clause): Probe {
    return {
      search: buildCountBody(this.#body.recalled(clause), BACKFILL_CUTOFF),
      read: (answer) => this.#counts.set(JSON.stringify(clause), answer?.hits.total?.value ?? 0),
    };
  }

  getCount(clause: Clause): number {
    return this.#counts.get(JSON.stringify(clause)) ?? 0;
  }

  wordProbes({ frequencies, holding = [] }: Questions): Probe[] {
    const words = [...(frequencies?.() ?? [])].map(asWritten);
    const unknown = this.#wordCounts.unknown([...words, ...holding.map((term) => buildTermClause(term, 1))]);
    if (unknown.length === 0) return [];
    const search = this.#wordCounts.search(unknown);
    return [{ search, read: (answer) => this.#wordCounts.keep(unknown, answer) }];
  }

  /** Words of names that are nearly as long, where a document has one that is near, or near but for its first letter; with their frequencies. */
  #makeNearProbe(word: string): Probe[] {
    const edits = getMaxEdits(word);
    if (edits === 0) return [];
    const toFuzzy = (fuzziness: number, prefix: number) => ({
      fuzzy: { terms: { value: word, fuzziness, prefix_length: prefix, max_expansions: MAX_EXPANSIONS } },
    });
    const include = `.{${word.length - edits},${word.length + edits}}`;
    const values = { terms: { field: 'terms', include, size: MAX_NEAR } };
    const search = buildValuesBody(
      this.#version.state,
      values,
      matchAnyOf([toFuzzy(edits, 1), toFuzzy(1, 0)]),
    );
    return [{ search, read: (answer) => this.#near.set(word, readValues(answer)) }];
  }

  /** To questions whose probes have been read. */
  answers({ holding = [], count = [], near = [] }: Questions): Answers {
    return {
      frequency: (word) => this.#wordCounts.of(asWritten(word)),
      holding: holding.map((term) => this.#wordCounts.of(buildTermClause(term, 1))),
      count: count.map((match) => this.getCount(this.#makeFilter(match))),
      vocabulary: this.#vocabulary,
      near: near.map((word) => findNearWords(word, this.#near.get(word) ?? [])),
    };
  }

  #makeFilter(match: Match): Clause {
    return matchFilter(match, this.#version.state.documents);
  }
}

/** Documents with a word in their names as it is written. */
function asWritten(word: string): Clause {
  return { term: { terms: word } };
}
