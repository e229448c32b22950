import { describe, expect, it } from 'vitest';
import type { SearchQuery } from '../../../src/engine/query/model.ts';
import { keyword, query } from '../embedded/array-source.ts';
import { answer, ENGINES, SearchedCatalog, startEngine, withoutScores } from './engines.ts';

/** By language: what is searched, titles, and which of them are found. */
const SHOPS: Readonly<
  Record<string, { titles: readonly string[]; found: Readonly<Record<string, number[]>> }>
> = {
  en: {
    titles: ['Oak lamps', 'Floor lamp', 'Bread knife', 'Oak chair'],
    found: { lamp: [0, 1], knives: [2], 'oak lamp': [0] },
  },
  de: {
    titles: [
      'Esstisch aus Eiche',
      'Tisch rund',
      'Stühle fürs Essen',
      'Handschuhe',
      'Schuhe aus Leder',
      'Hand ess',
    ],
    found: { tische: [0, 1], stuhl: [2], schuh: [4], Stuehle: [2] },
  },
  ru: {
    titles: ['Кресло мягкое', 'Подушки', 'Ёлка искусственная', 'Lamp Lamps'],
    found: { кресел: [0], подушек: [1], елка: [2], lamp: [3] },
  },
  ja: {
    titles: ['ワイヤレスイヤホン', '木製の椅子', 'バスタオル', '椅子カバー 木製'],
    found: { ｲﾔﾎﾝ: [0], 椅子: [1, 3], 木: [1, 3], パス: [] },
  },
};

/** With every word, as it is typed. */
const strictly = (text: string) =>
  ({ ...keyword(text), tolerant: false, spelling: 'off' }) as SearchQuery['recall'];

const recordsOf = (titles: readonly string[]) =>
  Object.fromEntries(titles.map((title, at) => [`P${at}`, { attributes: { title, brand: 'Elm' } }]));

describe.each(ENGINES)('languages in the $name engine', ({ open, meansOfDeltas }) => {
  const { engine } = startEngine(open);

  it.each(Object.entries(SHOPS))('find the words of %s', async (language, { titles, found }) => {
    const catalog = await SearchedCatalog.of(engine, recordsOf(titles), { language });
    for (const [text, places] of Object.entries(found)) {
      const recall = strictly(text);
      expect([text, (await catalog.ids({ recall })).sort()]).toEqual([text, places.map((at) => `P${at}`)]);
    }
  });

  it.each(Object.entries(SHOPS))(
    'answer after a delta of %s as after a full build',
    async (language, shop) => {
      const { titles, found } = shop;
      // So many that a few are a small change.
      const many = Array.from({ length: 80 }, (_, at) => `${titles[at % 3]} ${at}`);
      const all = recordsOf([...many, ...titles]);
      const grown = await SearchedCatalog.of(engine, recordsOf(many), { language });
      const built = await grown.apply(Object.fromEntries(Object.entries(all).slice(many.length)));
      expect(built.mode).toBe('delta');
      const whole = await SearchedCatalog.of(engine, all, { language });
      const told = meansOfDeltas ? (one: object) => one : withoutScores;
      for (const text of Object.keys(found)) {
        const asked = query({ recall: keyword(text), rows: 100 });
        expect(told(await answer(grown, asked))).toEqual(told(await answer(whole, asked)));
      }
    },
  );

  it('are those of a view, and of the base beside it', async () => {
    const records = {
      P1: {
        attributes: { title: 'Oak chairs' },
        views: { de: { attributes: { title: 'Stühle aus Eiche' } } },
      },
      P2: { attributes: { title: 'Garden chairs' } },
    };
    const catalog = await SearchedCatalog.of(engine, records, { languages: { de: 'de' } });
    const ids = (text: string, viewId: string | null) => catalog.ids({ recall: strictly(text), viewId });
    expect(await ids('stuhl', 'de')).toEqual(['P1']);
    expect(await ids('chair', 'de')).toEqual(['P2']);
    expect((await ids('chair', null)).sort()).toEqual(['P1', 'P2']);
  });
});
