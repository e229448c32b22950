import type { SearchQuery } from '../../query/model.ts';
import { keywordRecall } from './keyword-recall.ts';
import type { OpenVersion } from './open-version.ts';
import { plainRecall, type Recalled } from './recall.ts';
import type { SearchBody } from './search-body.ts';
import { similarRecall } from './similar-recall.ts';

/** Where the hits of a query come from. */
export async function recallFor(
  version: OpenVersion,
  { recall }: SearchQuery,
  body: SearchBody,
): Promise<Recalled> {
  const plain = plainRecall(recall);
  if (plain !== null) return plain;
  if (recall.kind === 'keyword') return keywordRecall(version, recall, body);
  if (recall.kind === 'similar') return similarRecall(version, recall);
  throw new Error(`a recall of the kind ${recall.kind}`);
}
