import type { Analyser } from '../../../engine/text/analyser.ts';
import { type FacetRule, OPERATIONS, type Rule, type Rules, type SignalSetting, type When } from './rules.ts';

/** Operation of a rule. */
export type Operation = keyof typeof OPERATIONS;

/** Merchandising of one search: plain data, so that it can cross threads. */
export interface Merchandising {
  /** Rules that apply, the most important first; their effects are pooled. */
  rules: readonly Rule[];
  facets: readonly FacetRule[];
  signals: readonly SignalSetting[];
  /** Where the searcher is sent; null for nowhere. */
  redirect: string | null;
}

export const NO_MERCHANDISING: Merchandising = { rules: [], facets: [], signals: [], redirect: null };

/** A search as rules look at it. */
export interface MerchandisedSearch {
  /** Empty for a category. */
  text: string;
  category: string | null;
  view: string | null;
  analyser: Analyser;
  nowMs: number;
}

/** Words of the texts of rules by analyser and text, for as long as the rules are used. */
const kept = new WeakMap<Rules, Map<string, readonly string[]>>();

function splitTexts(rules: Rules, analyser: Analyser): (text: string) => readonly string[] {
  const split = kept.get(rules) ?? new Map<string, readonly string[]>();
  kept.set(rules, split);
  return (text) => {
    const key = `${analyser.code} ${text}`;
    const words = split.get(key) ?? analyser.tokenizeText(text);
    split.set(key, words);
    return words;
  };
}

/** Rules that apply to a search, and a text unique to this selection. */
export function selectMerchandising(from: Rules, search: MerchandisedSearch) {
  const { rules = [], redirects = [], facets = [], signals = [] } = from;
  const { analyser, nowMs } = search;
  const typed = analyser.tokenizeText(search.text);
  const wordsOf = splitTexts(from, analyser);
  const isIn = (texts: readonly string[] = [], match: keyof typeof compare) =>
    texts.some((text) => compare[match](analyser, typed, wordsOf(text)));
  const matchesWhen = ({ query, match = 'exact', category, view }: When = {}) =>
    (category?.includes(search.category ?? '') ?? true) &&
    (view?.includes(search.view ?? '') ?? true) &&
    (query === undefined || isIn(query, match));
  const applying = rules.filter(
    ({ when, from = -Infinity, to = Infinity }) => nowMs >= from && nowMs < to && matchesWhen(when),
  );
  const redirect = redirects.find(
    ({ terms, phrases, not }) => (isIn(terms, 'exact') || isIn(phrases, 'phrase')) && !isIn(not, 'phrase'),
  );
  const facetRules = facets.filter(({ when }) => matchesWhen(when));
  const merchandising = { rules: applying, facets: facetRules, signals, redirect: redirect?.url ?? null };
  const places = [
    applying.map((each) => rules.indexOf(each)),
    facetRules.map((each) => facets.indexOf(each)),
    redirect === undefined ? [] : [redirects.indexOf(redirect)],
  ];
  return { merchandising, key: places.join(';') };
}

type Compare = (analyser: Analyser, typed: readonly string[], wanted: readonly string[]) => boolean;

const compare: Readonly<Record<NonNullable<When['match']>, Compare>> = {
  exact: (_, typed, wanted) => typed.length > 0 && typed.join(' ') === wanted.join(' '),
  phrase: (_, typed, wanted) => wanted.length > 0 && ` ${typed.join(' ')} `.includes(` ${wanted.join(' ')} `),
  broad: (analyser, typed, wanted) => {
    const stems = new Set(typed.map((word) => analyser.stem(word)));
    return wanted.length > 0 && wanted.every((word) => stems.has(analyser.stem(word)));
  },
};

/** Operations of a rule, by name. */
export function listOperations(rule: Rule): Operation[] {
  return (Object.keys(OPERATIONS) as Operation[]).filter((name) => rule[name] !== undefined);
}
