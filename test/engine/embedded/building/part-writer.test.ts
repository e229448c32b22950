import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogRecord } from '../../../../src/engine/effective-record.ts';
import { PostingReader } from '../../../../src/engine/embedded/postings/posting-reader.ts';
import { openIndexFile } from '../../../../src/engine/embedded/snapshot/index-file.ts';
import type { Snapshot } from '../../../../src/engine/embedded/snapshot/snapshot.ts';
import type { Scalar } from '../../../../src/engine/field-values.ts';
import { hashAddress } from '../../../../src/engine/text/address.ts';
import { measureWords, splitWords } from '../../../../src/engine/text/analysis.ts';
import { stem } from '../../../../src/engine/text/stem.ts';
import { arbitraryJsonRecord } from '../arbitrary-json-record.ts';
import { ArraySource } from '../array-source.ts';
import { openCatalog } from '../open-catalog.ts';
import { type PlainDocument, plainDocument } from '../plain-document.ts';
import { readBack, type StoredDocument } from '../read-back.ts';

/** The document that an index has of a record as a view shows it. */
function of(attributes: unknown, more: object = {}, view: string | null = null): StoredDocument {
  const { file } = openCatalog({ P: { attributes, ...more } });
  const found = readBack(file).documents.find((document) => document.view === view);
  if (found === undefined) throw new Error(`there is no document of the view ${view}`);
  return found;
}

describe('a document of the index', () => {
  it('keeps short values as fields, each once, and leaves out null, objects, images and descriptions', () => {
    const { fields } = of({
      brand: 'Oakley',
      tags: ['new', null, 'new', 'sale'],
      price: 10,
      is_new: false,
      empty: '',
      nothing: null,
      nested: { a: 1 },
      thumb_image: 'https://img.example/1.jpg',
      description: 'Short.',
      manual: 'x'.repeat(513),
    });
    expect(fields).toEqual({ brand: ['Oakley'], tags: ['new', 'sale'], price: [10], is_new: ['false'] });
  });

  it('has a number once that is there as a text, too, where the field is text', () => {
    expect(of({ model: ['5', 5, 'oak', true, 'true'] }).fields).toEqual({ model: ['5', 'oak', 'true'] });
    expect(of({ width: ['5', 5, 7] }).fields).toEqual({ width: [5, 7] });
  });

  it('takes the variants’ values where the product has none, and rolls colors and sizes up', () => {
    const variants = {
      a: { attributes: { color: 'Red', size: 'M', price: 5 } },
      b: { attributes: { color: 'red', size: 'L', price: 7 } },
    };
    const { fields } = of({ price: 6 }, { variants });
    expect(fields).toEqual({
      price: [6],
      color: ['Red', 'red'],
      size: ['M', 'L'],
      colors: ['red'],
      sizes: ['M', 'L'],
    });
  });

  it('lists every node of every category path once, with its place in the tree', () => {
    const step = (id: string, name: string) => ({ id, name });
    const { categories } = of({
      category_paths: [
        [step('1', 'Home'), step('11', 'Lamps')],
        [step('1', 'Home'), step('12', 'Rugs')],
        [{ name: 'no id' }, step('9', 'lost')],
        'no path',
      ],
    });
    expect(categories).toEqual([
      { id: '1', name: 'Home', parent: '', crumb: '/1', treePath: '/1,Home' },
      { id: '11', name: 'Lamps', parent: '1', crumb: '/1/11', treePath: '/1,Home/11,Lamps' },
      { id: '12', name: 'Rugs', parent: '1', crumb: '/1/12', treePath: '/1,Home/12,Rugs' },
    ]);
  });

  it('follows a category path down to its hundredth level', () => {
    const path = Array.from({ length: 10_000 }, (_, level) => ({ id: `c${level}`, name: `C${level}` }));
    const { categories } = of({ category_paths: [path] });
    expect(categories).toHaveLength(100);
    expect(categories.at(-1)).toMatchObject({ id: 'c99', parent: 'c98' });
  });

  it('takes a plain category as a path of one', () => {
    expect(of({ category: 'Lamps' }).categories).toEqual([
      { id: 'Lamps', name: 'Lamps', parent: '', crumb: '/Lamps', treePath: '/Lamps,Lamps' },
    ]);
  });

  it.each([
    [[{ lat: 52.1, lon: 4 }], [{ lat: 52.1, lon: 4 }]],
    [{ lat: '52.1', lon: '4' }, [{ lat: 52.1, lon: 4 }]],
    [[{ lat: 91, lon: 4 }, { lat: 52 }, { lat: '', lon: 4 }, { lat: 'x', lon: 1 }, null], []],
    ['52,4', []],
  ])('reads the places of %j', (given, places) => {
    expect(of({ store_location: given }).stores).toEqual(places);
  });

  it.each([
    [undefined, true],
    [null, true],
    [true, true],
    ['false', false],
    [false, false],
  ])('with availability %j is available: %j', (availability, available) => {
    expect(of({ availability }).available).toBe(available);
  });

  it('searches titles, keywords and tags, other short texts and variants’ ids, but no addresses', () => {
    const { ids } = openCatalog({
      P: {
        attributes: {
          title: 'Lamp',
          keywords: 'light, glow',
          tags: ['new'],
          material: 'oak',
          link: 'https://shop.example/x',
          manual: '/files/1.pdf',
          photo: 'm'.repeat(201),
        },
        variants: { 'L-1': { attributes: { color: 'Red' } } },
      },
    });
    const found = (text: string) =>
      ids({ recall: { kind: 'keyword', text, tolerant: false, spelling: 'off' } });
    for (const text of ['lamp', 'light', 'glow', 'new', 'oak', 'red', 'L-1'])
      expect(found(text)).toEqual(['P']);
    for (const text of ['shop', 'files', 'pdf', 'm'.repeat(201)]) expect(found(text)).toEqual([]);
  });

  it('searches the id of a variant once that is also a value', () => {
    const { otherLength } = of({ material: 'oak' }, { variants: { oak: {}, elm: {} } });
    expect(otherLength).toBe('oak . elm'.length);
  });

  it('shows a view’s values, not its nulls, over the base, and without what the view excludes', () => {
    const record = {
      variants: { a: { attributes: { color: 'Red' } }, b: { attributes: { color: 'Blue' } } },
      views: {
        nl: {
          attributes: { title: 'Stoel', brand: null },
          variants: { a: { exclude_from_view: true }, b: { attributes: { color: 'Blauw' } } },
        },
      },
    };
    const document = of({ title: 'Chair', brand: 'Oakley' }, record, 'nl');
    expect(document.fields).toEqual({
      title: ['Stoel'],
      brand: ['Oakley'],
      color: ['Blauw'],
      colors: ['blauw'],
    });
    expect(document.variants).toEqual([{ color: ['Blauw'] }]);
  });

  it('is not misled by names that objects have by birth', () => {
    const { fields, categories } = of(JSON.parse('{"__proto__": "x", "constructor": "y", "toString": 5}'));
    expect(Object.entries(fields).sort()).toEqual([
      ['__proto__', ['x']],
      ['constructor', ['y']],
      ['toString', [5]],
    ]);
    expect(categories).toEqual([]);
  });

  it('refuses what is no JSON text', () => {
    for (const json of [
      '',
      '{',
      '{"attributes":{"a":1}',
      '{"attributes":{"a" 1}}',
      '{"attributes":[1,]x}',
      'x',
    ]) {
      expect(() => openCatalog({ P: json })).toThrow(SyntaxError);
    }
  });

  it('has what a plain reading of the record gives, whatever is in it', () => {
    fc.assert(
      fc.property(fc.array(arbitraryJsonRecord, { minLength: 1, maxLength: 4 }), (records) => {
        const { file, close } = openCatalog(new ArraySource(Object.fromEntries(records.entries())));
        const expected = records.flatMap(plainDocuments);
        const { documents, snapshot } = readBack(file);
        expect(documents).toEqual(expected.map((each) => asStored(each, snapshot)));
        for (const [ordinal, { document }] of expected.entries()) {
          for (const name of document.lists) {
            if (document.fields.has(name)) expect(snapshot.fields.get(`p:${name}`)?.list).toBe(true);
          }
          expectWords(file, ordinal, document);
        }
        close();
      }),
      { numRuns: 60 },
    );
  });
});

interface Expected {
  view: string | null;
  views: string[];
  document: PlainDocument;
}

function plainDocuments(json: string): Expected[] {
  const record = JSON.parse(json) as CatalogRecord;
  const views = Object.keys(record.views ?? {});
  return [
    { view: null, views, document: plainDocument(record, null) },
    ...views.map((view) => ({ view, views: [], document: plainDocument(record, view) })),
  ];
}

function asStored({ view, views, document }: Expected, snapshot: Snapshot): StoredDocument {
  const { text, fields, variants, available, categories, stores } = document;
  const { title, ...others } = text;
  return {
    available,
    view,
    views,
    fields: asColumns(fields, 'p:', snapshot),
    variants: variants.map((variant) => asColumns(variant.fields, 'v:', snapshot)),
    categories,
    stores,
    titleWords: splitWords(title).length,
    otherLength: Object.values(others).reduce((sum, { length }) => sum + length, 0),
    urlHash: hashAddress(document.url),
  };
}

/** The values as the columns' types let them be: a column of numbers has no others, and one of texts has nothing else. */
function asColumns(
  fields: ReadonlyMap<string, readonly Scalar[]>,
  prefix: string,
  snapshot: Snapshot,
): Record<string, Scalar[]> {
  const entries: [string, Scalar[]][] = [];
  for (const [name, values] of fields) {
    const isText = snapshot.fields.get(`${prefix}${name}`)?.type === 'text';
    const kept = values.filter((value) => isText || isNumeric(value));
    const stored = kept.map((value) => (isText ? String(value) : Number(value) + 0));
    if (stored.length > 0) entries.push([name, [...new Set(stored)]]);
  }
  return Object.fromEntries(entries);
}

function isNumeric(value: Scalar): boolean {
  return (
    typeof value === 'number' ||
    (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
  );
}

/** Each word of a document's texts is found in it, in the fields that have it and in no others. */
function expectWords(file: string, ordinal: number, { text }: PlainDocument): void {
  const db = openIndexFile(file, 'read');
  const postings = new PostingReader(db);
  const fields = [text.title, text.brand, text.categories, text.keywords, text.other, text.description];
  const wordsOf = fields.map((each) => [...splitWords(each), ...measureWords(each)].map(stem));
  for (const word of new Set(wordsOf.flat())) {
    const { ids, fields: bits } = postings.read([[word]], 0, ordinal + 1);
    const expected = wordsOf.reduce((sum, own, field) => sum + (own.includes(word) ? 1 << field : 0), 0);
    expect([word, bits[ids.indexOf(ordinal)]]).toEqual([word, expected]);
  }
  db.close();
}
