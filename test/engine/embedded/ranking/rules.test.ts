import { afterEach, describe, expect, it } from 'vitest';
import { RULES } from '../../../../src/engine/ranking/rules.ts';
import { RULE_EXAMPLES, recordsOf } from '../../rule-examples.ts';
import { keyword } from '../array-source.ts';
import { openCatalog } from '../open-catalog.ts';

const measured = { ...RULES };

describe('without a rule of the ranking another product is first', () => {
  afterEach(() => Object.assign(RULES, measured));

  it.each(Object.keys(RULES) as (keyof typeof RULES)[])('%s', (rule) => {
    const example = RULE_EXAMPLES[rule];
    const ids = () => openCatalog(recordsOf(example)).ids({ recall: keyword(example.query) });
    expect(ids()).toEqual(example.ids);
    RULES[rule] = example.off ?? 0;
    expect(ids()).not.toEqual(example.ids);
  });
});
