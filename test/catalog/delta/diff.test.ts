import { describe, expect, it } from 'vitest';
import { line, runDiff } from './run-diff.ts';

const sofa = line('S-1', { attributes: { title: 'Sofa', price: 299.5, availability: true } });
const lamp = line('L-9', { attributes: { title: 'Lamp', price: 40 } });

describe('diffCatalogs', () => {
  it('gives nothing for equal catalogs', async () => {
    const { text, summary } = await runDiff(sofa + lamp, sofa + lamp);
    expect(text).toBe('');
    expect(summary).toMatchObject({
      oldProducts: 2,
      newProducts: 2,
      unchanged: 2,
      operations: 0,
      touchedShare: 0,
    });
  });

  it('sets one attribute that changed', async () => {
    const { text } = await runDiff(sofa + lamp, sofa.replace('299.5', '310.10') + lamp);
    expect(text).toBe('{"op":"add","path":"/products/S-1/attributes/price","value":310.10}\n');
  });

  it('makes a vanished product unavailable, unless told otherwise', async () => {
    expect((await runDiff(sofa + lamp, lamp)).text).toBe(
      '{"op":"add","path":"/products/S-1/attributes/availability","value":false}\n',
    );
    expect((await runDiff(sofa + lamp, lamp, { missing: 'remove' })).text).toBe(
      '{"op":"remove","path":"/products/S-1"}\n',
    );
    expect((await runDiff(sofa + lamp, lamp, { missing: 'ignore' })).text).toBe('');
  });

  it.each(['null', '[1]', '"x"'])(
    'sets all attributes of a vanished product whose attributes are %s: nothing can be set below that',
    async (attributes) => {
      const gone = `{"op":"add","path":"/products/G-1","value":{"attributes":${attributes}}}\n`;
      const explanations: unknown[] = [];
      const onExplain = (explanation: unknown) => void explanations.push(explanation);
      for (const options of [{}, { onExplain }]) {
        expect((await runDiff(gone + lamp, lamp, options)).text).toBe(
          '{"op":"add","path":"/products/G-1/attributes","value":{"availability":false}}\n',
        );
      }
      expect(explanations[0]).toEqual({
        product: 'G-1',
        kind: 'removed',
        changes: [{ path: '/products/G-1/attributes', old: attributes, new: '{"availability":false}' }],
      });
    },
  );

  it('counts as touched what has an operation: not what vanished and was unavailable already', async () => {
    const gone = line('G-1', { attributes: { title: 'Gone', price: 5, availability: false } });
    const shares = { unavailable: [1, 1 / 3], remove: [2, 2 / 3], ignore: [0, 0] } as const;
    for (const missing of ['unavailable', 'remove', 'ignore'] as const) {
      const { summary } = await runDiff(sofa + gone + lamp, lamp, { missing });
      const [touched, touchedShare] = shares[missing];
      expect(summary).toMatchObject({ removed: 2, touched, touchedShare });
    }
  });

  it('adds a new product whole', async () => {
    expect((await runDiff(sofa, lamp + sofa)).text).toBe(lamp);
  });
});
