import type { HttpAnswer } from './http.ts';
import { asDocument, asText, type Document, listDocuments, parseBody } from './search-answer.ts';
import { type Pair, parsePairs, type Searcher } from './search-request.ts';

/** The suggestions of one catalog and view (doc: public-facts D3). */
export interface SuggestionGroup {
  readonly catalog: string;
  readonly view: string;
  readonly queries: readonly string[];
  readonly products: readonly Document[];
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
  readonly [member: string]: string | readonly (string | Document)[];
}

/** Parameters of autosuggest v2 (doc: public-facts D3). */
export function buildSuggestPairs(
  searcher: Searcher,
  prefix: string,
  catalogViews: string,
  param: readonly string[],
): Pair[] {
  return [
    ['account_id', searcher.accountId],
    ['auth_key', searcher.authKey],
    ['request_type', 'suggest'],
    ['q', prefix],
    ['catalog_views', catalogViews],
    ['request_id', searcher.requestId],
    ['_br_uid_2', searcher.visitor],
    ['ref_url', ''],
    ['url', 'brctl.app'],
    ...parsePairs(param),
  ];
}

export function decodeSuggestions(answer: HttpAnswer): SuggestionGroup[] {
  return listDocuments(asDocument(parseBody(answer)).suggestionGroups).map((group) => ({
    catalog: asText(group.catalogName),
    view: asText(group.view),
    queries: listDocuments(group.querySuggestions).map(({ query }) => asText(query)),
    products: listDocuments(group.searchSuggestions),
    // A category has its name in both members.
    attributes: listDocuments(group.attributeSuggestions).map(({ name, value, attributeType }) => ({
      name: attributeType === 'category' ? 'category' : asText(name),
      value: asText(value),
    })),
  }));
}
