import type { JsonSchema } from '../route.ts';
import { arrayOf, exactly, oneOf, reference, TEXT } from './json-schema.ts';

/** Named schemas of the suggest area (doc: public-facts D3). */
export const SUGGEST_SCHEMAS: Record<string, JsonSchema> = {
  SuggestAnswer: {
    ...exactly({
      queryContext: exactly({ originalQuery: TEXT }),
      suggestionGroups: arrayOf(reference('SuggestionGroup')),
    }),
    description: 'One group of suggestions for each view of each catalog',
  },
  SuggestionGroup: exactly({
    catalogName: TEXT,
    view: { ...TEXT, description: 'default if the request names none' },

    querySuggestions: arrayOf(exactly({ query: TEXT, displayText: TEXT })),
    searchSuggestions: arrayOf(reference('Document')),
    attributeSuggestions: {
      ...arrayOf(exactly({ name: TEXT, value: TEXT, attributeType: oneOf('text', 'category') })),
      description: 'For the first two catalogs, in the first view of each',
    },
  }),
};
