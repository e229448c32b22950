import type { QueryTerm } from '../../text/synonyms.ts';
import { LONG_FIELD_BIT, narrowPostings, type Postings, unitePostings } from './posting-list.ts';

/** Words of a term; each alternative is a list of folded words that follow one another. */
export type Alternatives = readonly (readonly string[])[];

/** The documents that contain a term, its synonyms or its other spellings; `read` gives the list of alternatives. */
export function readTermPostings(
  { alternatives, compounds = [] }: QueryTerm,
  read: (alternatives: Alternatives) => Postings,
): Postings {
  return compounds.reduce((list, words) => {
    const other = read([words]);
    return unitePostings(list, words.length > 1 ? keepShortFields(other) : other);
  }, read(alternatives));
}

/** Without what is in long texts alone: these do not know which words follow one another. */
function keepShortFields(list: Postings): Postings {
  return narrowPostings(list, (_, bits) => bits & ~LONG_FIELD_BIT);
}
