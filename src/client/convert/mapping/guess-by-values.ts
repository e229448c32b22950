import type { FeedPlan } from '../plan-feed.ts';
import { AMBIGUOUS, readAmount } from '../values/amount.ts';
import { currencyOf } from '../values/currencies.ts';
import { type FieldRule, type Mapping, rulesOf } from './mapping.ts';
import { fieldsOf } from './rule-source.ts';

/** The attributes whose rules were guessed by the values of fields, not by their names. */
export interface GuessedMapping {
  mapping: Mapping;
  guessed: ReadonlySet<string>;
}

/** A mapping with a rule for all that a product must have, so that the feed converts; what is found by no name is guessed. */
export function guessByValues({ mapping, fields, samplesOf, format }: FeedPlan): GuessedMapping {
  const taken = new Set(fields.flatMap(({ takenFor }) => takenFor));
  const guessed = new Set<string>();
  if (format !== undefined) return { mapping, guessed };
  const free = fields
    .map(({ field, takenFor }) => ({
      field,
      takenFor,
      texts: samplesOf(field).filter((text) => text.trim() !== ''),
    }))
    .filter(({ field, takenFor, texts }) => texts.length > 0 && !isNamed(mapping, field, takenFor));
  const pick = (isRight: (text: string) => boolean) => {
    const at = free.findIndex(({ texts }) => texts.every(isRight));
    return at < 0 ? undefined : free.splice(at, 1)[0]?.field;
  };
  const guess = (attribute: string, rule: () => FieldRule): FieldRule | undefined => {
    if (taken.has(attribute)) return undefined;
    guessed.add(attribute);
    return rule();
  };
  const url = guess('url', () => {
    const field = pick((text) => /^https?:\/\//.test(text) && !/\.(?:jpe?g|png|webp|gif)/i.test(text));
    return field === undefined ? { value: 'https://shop.example/' } : { field };
  });
  const id = guess('id', () => {
    const at = free.findIndex(({ texts }) => new Set(texts).size === texts.length && texts.every(isIdLike));
    return { field: free.splice(Math.max(0, at), 1)[0]?.field ?? fields[0]?.field ?? 'id' };
  });
  const price = guess('price', () => {
    const field = pick((text) => /[.,]\d|[^\d\s.,]/u.test(text) && isPrice(text)) ?? pick(isPrice);
    return field === undefined ? { value: 0 } : { field };
  });
  const title = guess('title', () => {
    const letters = ({ texts }: { texts: string[] }) =>
      texts.join('').replaceAll(/[^\p{L} ]/gu, '').length / texts.length;
    const [best] = free
      .filter(({ texts }) => !/^https?:/.test(texts[0] as string))
      .sort((a, b) => letters(b) - letters(a));
    return best === undefined ? (id ?? mapping.id) : { field: best.field };
  });
  return {
    mapping: {
      ...mapping,
      id: id ?? mapping.id,
      attributes: { ...(title && { title }), ...mapping.attributes, ...(url && { url }) },
      variants: { ...(price && { price }), ...mapping.variants },
    },
    guessed,
  };
}

/** Is the field read by a rule? Fields that are kept by their own names are free. */
function isNamed(mapping: Mapping, field: string, takenFor: readonly string[]): boolean {
  return takenFor.length > 0 && rulesOf(mapping).some(([, rule]) => fieldsOf(rule).includes(field));
}

function isIdLike(text: string): boolean {
  return /^\S{1,64}$/.test(text) && !text.includes('://');
}

function isPrice(text: string): boolean {
  const amount = readAmount(text, 'thousands');
  return amount !== undefined && amount !== AMBIGUOUS && currencyOf(amount.unit) !== undefined;
}
