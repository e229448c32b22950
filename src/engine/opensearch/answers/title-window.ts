import { compileTitleQuery, titleBonus, titleWindow } from '../../ranking/title-words.ts';
import { type Analyser, analyserOfView } from '../../text/analyser.ts';
import { textWords } from '../../text/analysis.ts';
import { productPath } from '../documents/field-paths.ts';
import type { ScoredDocument } from './found-hits.ts';
import { foundDocument } from './found-hits.ts';
import type { WeightedTerm } from './keyword-terms.ts';
import type { OpenVersion, RawHit } from './open-version.ts';

/** Looks at the titles of the best matches of a keyword query, as typed. */
export class TitleRescorer {
  /** Among how many. */
  readonly size: number;
  /** Where the index has titles; null where the catalog has none. */
  readonly path: string | null;
  readonly #typed: readonly string[];
  readonly #terms: readonly WeightedTerm[];
  readonly #analyser: Analyser;

  constructor(
    { state, settings }: OpenVersion,
    text: string,
    terms: readonly WeightedTerm[],
    viewId: string | null,
  ) {
    this.#analyser = analyserOfView(settings, viewId);
    this.#typed = textWords(text);
    this.#terms = terms;
    this.size = titleWindow(this.#typed);
    const products = state.fields.filter(({ on }) => on === 'product');
    const title =
      products.find(({ name }) => name === 'title') ?? products.find(({ name }) => name === 'item_title');
    this.path = title?.type === 'text' ? productPath('s', title.name) : null;
  }

  /** The documents in the order that their titles give them; those behind the window keep theirs. */
  ranked(
    hits: readonly RawHit[],
    factorOf: (hit: RawHit) => number = () => 1,
    bonusOf: (hit: RawHit) => number = () => 0,
  ): ScoredDocument[] {
    const { path } = this;
    if (path === null) return hits.map(foundDocument);
    const wanted = compileTitleQuery(
      this.#typed,
      this.#terms.map(({ term, weight }) => ({ words: term.words, weight })),
      this.#analyser,
    );
    const documents = hits.map((hit, at) => {
      const found = foundDocument(hit);
      const [title, ...more] = (at < this.size ? hit.fields?.[path] : undefined) ?? [];
      if (typeof title !== 'string' || more.length > 0) return found;
      return {
        ...found,
        score: Math.fround(
          Math.fround(found.score - bonusOf(hit) + titleBonus(title, wanted)) * factorOf(hit) + bonusOf(hit),
        ),
      };
    });
    return documents.sort(byScoreThenId);
  }
}

export function byScoreThenId(a: ScoredDocument, b: ScoredDocument): number {
  return b.score - a.score || compareIds(a.id, b.id);
}

/** Ids order by their UTF-8 bytes, as the cluster has them: as their code units, but for characters that are two of these. */
function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [own, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (own === other) continue;
    return isHalf(own) || isHalf(other) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : own - other;
  }
  return a.length - b.length;
}

function isHalf(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
