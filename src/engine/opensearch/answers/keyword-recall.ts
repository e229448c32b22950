import type { Recall } from '../../query/model.ts';
import { queryWords } from '../../text/analysis.ts';
import { holdingAll, weighedTerms } from './keyword-terms.ts';
import type { OpenVersion } from './open-version.ts';
import type { Recalled } from './recall.ts';
import type { SearchBody } from './search-body.ts';

export type KeywordRecall = Recall & { kind: 'keyword' };

/** Documents that hold every word. */
export async function keywordRecall(
  version: OpenVersion,
  recall: KeywordRecall,
  _body: SearchBody,
): Promise<Recalled> {
  const terms = await weighedTerms(version, queryWords(recall.text));
  return {
    clause: holdingAll(terms),
    isScored: true,
    terms,
    corrected: null,
    didYouMean: [],
    relaxed: false,
  };
}
