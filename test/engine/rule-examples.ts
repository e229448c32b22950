import type { RULES } from '../../src/engine/ranking/rules.ts';

/** A query whose hits are in this order for one rule alone; ties would go to A. */
interface RuleExample {
  query: string;
  A: Record<string, unknown>;
  B: Record<string, unknown>;
  ids: string[];
  /** The rule's value under which the order is another one, where that is not 0. */
  off?: number;
}

const BEFORE = ['B', 'A'];
const LONG = 'Brass red tall round large smart new old plain dark soft firm lamp';

/** For each rule of the ranking an order that it alone makes. */
export const RULE_EXAMPLES: Readonly<Record<keyof typeof RULES, RuleExample>> = {
  title: { query: 'oak', B: { title: 'Oak thing' }, A: { title: 'Thing', keywords: 'oak' }, ids: BEFORE },
  brand: { query: 'oak', B: { brand: 'Oak' }, A: { wood: 'Oak' }, ids: BEFORE },
  categories: {
    query: 'oak',
    B: { category_paths: [[{ id: '1', name: 'Oak' }]] },
    A: { keywords: 'Oak' },
    ids: BEFORE,
  },
  keywords: { query: 'oak', B: { keywords: 'Oak' }, A: { wood: 'Oak' }, ids: BEFORE },
  description: { query: 'oak', B: { description: 'Oak' }, A: { wood: 'Oak' }, ids: BEFORE },
  other: { query: 'oak', B: { brand: 'Oak', wood: 'oak' }, A: { brand: 'Oak', wood: 'elm' }, ids: BEFORE },
  titleWords: {
    query: 'lamp',
    B: { title: 'Thing', description: 'Lamp' },
    A: { title: LONG },
    ids: BEFORE,
    off: 100,
  },
  titleLength: { query: 'lamp', B: { title: 'Oak lamp' }, A: { title: 'Tall old oak lamp' }, ids: BEFORE },
  restLength: {
    query: 'oak',
    B: { keywords: 'Oak' },
    A: { keywords: 'Oak', description: 'Of much else.' },
    ids: BEFORE,
  },
  halfEffect: { query: 'oak', B: { brand: 'Oak' }, A: { keywords: 'Oak' }, ids: BEFORE },
  adjacent: {
    query: 'floor lamp',
    B: { title: 'Red floor lamp' },
    A: { title: 'Floor red lamp' },
    ids: BEFORE,
  },
  asTyped: { query: 'lamps', B: { title: 'Red lamps' }, A: { title: 'Red lamp' }, ids: BEFORE },
  head: { query: 'lamp', B: { title: 'Shade lamp' }, A: { title: 'Lamp shade' }, ids: BEFORE },
  accessory: {
    query: 'tablet',
    B: { title: 'Tablet computer slim bright silver' },
    A: { title: 'Sleeve for tablet' },
    ids: BEFORE,
  },
  kind: {
    query: 'iphone 15',
    B: { title: 'Apple iPhone 15 128 GB', category_paths: [[{ id: '1', name: 'Smartphones' }]] },
    A: { title: 'iPhone 15 case', category_paths: [[{ id: '2', name: 'Cases & covers' }]] },
    ids: BEFORE,
  },
  functionWord: {
    query: 'lamp for desk',
    B: { title: 'Lamp for desk' },
    A: { title: 'Lamp with desk' },
    ids: BEFORE,
  },
  leastCoverage: {
    query: 'red oak tall lamp',
    B: { title: 'Red oak tall' },
    A: { title: 'Lamp' },
    ids: ['B'],
  },
  models: { query: 'ps4 oak', B: { title: 'PS4 desk' }, A: { title: 'Oak desk' }, ids: ['A', 'B'] },
  heldWord: {
    query: 'red oak lamp',
    B: { title: 'Thing', color: 'red', wood: 'oak' },
    A: { title: 'Lamp' },
    ids: BEFORE,
  },
};

export function recordsOf({ A, B }: RuleExample): Record<string, unknown> {
  return { A: { attributes: A }, B: { attributes: B } };
}
