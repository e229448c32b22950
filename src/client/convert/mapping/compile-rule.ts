import { attributeRule } from '../../../catalog/rules/attribute-rules.ts';
import { type FeedRow, firstText } from '../rows/fields.ts';
import { cleanText } from '../values/plain-text.ts';
import { type FieldRule, FORMER_PRICE, type ValueType } from './mapping.ts';
import { type RuleContext, sourceOf, withLookup, withPeriod } from './rule-source.ts';
import { converterOf } from './value-converters.ts';

/** The JSON of an attribute's value, undefined where the row has none; throws a `ValueProblem`. */
export type ValueReader = (row: FeedRow) => string | undefined;

/** What the service documents for an attribute of this name (doc: public-facts B4), as the type of a value. */
export function typeOf(attribute: string): ValueType | undefined {
  if (attribute === FORMER_PRICE) return 'number';
  const { type } = attributeRule(attribute, 'products');
  if (type === 'string') return /^url$|_image$/.test(attribute) ? 'url' : 'text';
  if (type === 'category_paths') return 'categories';
  return type === 'number' || type === 'boolean' ? type : undefined;
}

/** Makes the reader of an id from its rule; it gives an empty text where a row has none. */
export function compileId(rule: FieldRule, context: RuleContext): (row: FeedRow) => string {
  const read = withLookup(sourceOf(rule, context.fields), rule);
  return (row) => cleanText(firstText(read(row)));
}

/** Makes the reader of an attribute's values; its name tells the type where the rule does not. */
export function compileRule(attribute: string, rule: FieldRule, context: RuleContext): ValueReader {
  const read = withPeriod(withLookup(sourceOf(rule, context.fields), rule), rule, context);
  const type =
    rule.type ?? (rule.split !== undefined && attribute === 'keywords' ? 'list' : typeOf(attribute));
  const convert = converterOf(attribute, type, rule, context);
  const otherwise = rule.else && compileRule(attribute, rule.else, context);
  return (row) => {
    const cell = read(row);
    const json = cell === undefined || cell === '' ? undefined : convert(cell);
    return json ?? otherwise?.(row);
  };
}
