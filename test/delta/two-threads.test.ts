import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { diffCatalogs } from '../../src/delta/diff.ts';
import type { DiffOptions } from '../../src/delta/diff-options.ts';
import { alignedRanges } from '../../src/delta/join/aligned-ranges.ts';
import type { RunSettings } from '../../src/delta/join/diff-run.ts';
import { FileRange, type JoinedFile } from '../../src/delta/join/file-range.ts';
import { JoinThread, newSchedule, type RangePair } from '../../src/delta/join/join-thread.ts';
import { newRun } from '../../src/delta/join/new-run.ts';
import { Pace } from '../../src/delta/join/pace.ts';
import { SecondThread } from '../../src/delta/join/second-thread.ts';
import { isUndecided } from '../../src/delta/join/undecided.ts';
import { createKernel, kernelOf } from '../../src/delta/kernel/create-kernel.ts';
import { TouchedPieces, takePiece } from '../../src/delta/output/touched-pieces.ts';
import { TouchedProducts } from '../../src/delta/output/touched-products.ts';
import { BrctlError } from '../../src/errors.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { smallRecord } from './arbitrary-record.ts';
import { fileOf, line } from './run-diff.ts';

const SETTINGS: RunSettings = {
  recordFormat: 'operations',
  missing: 'remove',
  strict: false,
  explaining: false,
  maxMemoryBytes: 1e8,
  maxProblems: 1,
  tempDir: undefined,
  family: undefined,
};

const handles: number[] = [];
afterEach(() => {
  for (const handle of handles.splice(0)) closeSync(handle);
});

function joinedFile(name: string): JoinedFile {
  const handle = openSync(name, 'r');
  handles.push(handle);
  return { handle, name, sizeBytes: readFileSync(name).length };
}

/** Ranges that end at the starts of lines: of each catalog, at these shares of its lines. */
function rangesAt(shares: readonly number[], texts: readonly [string, string]): RangePair[] {
  const cutsOf = (text: string) => {
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      starts.push(Buffer.byteLength(text.slice(0, at + 1)));
    }
    const cuts = shares.map((share) => starts[Math.floor(share * starts.length)] ?? 0).sort((a, b) => a - b);
    return [0, ...cuts, Buffer.byteLength(text)];
  };
  const [olds, news] = texts.map(cutsOf) as [number[], number[]];
  return olds.slice(1).map((end, index) => [
    { start: olds[index] as number, end },
    { start: news[index] as number, end: news[index + 1] as number },
  ]);
}

/** Joins two contents by two threads' worth of work, in turns on this thread. Undefined: one has to do it. */
async function joinByTwo(
  texts: readonly [string, string],
  shares: readonly number[],
  choice: 'js' | 'wasm',
): Promise<string | undefined> {
  const files = texts.map((text) => joinedFile(fileOf(text))) as [JoinedFile, JoinedFile];
  const { plan } = createKernel(choice);
  const schedule = newSchedule();
  const touched = new TouchedProducts();
  const handedOver = new TouchedPieces((piece) => takePiece(piece, touched));
  const [first, second] = [touched, handedOver].map((sink) => {
    const sources = [new FileRange(files[0]), new FileRange(files[1])] as const;
    const pace = new Pace(undefined);
    return new JoinThread(newRun(SETTINGS, sources, kernelOf(plan), sink, pace), sources, pace, schedule);
  }) as [JoinThread, JoinThread];
  try {
    const ranges = rangesAt(shares, texts);
    const logs = await Promise.all([first.joinRanges(ranges), second.joinRanges(ranges)]);
    await Promise.all([first.joinPartitions(logs), second.joinPartitions(logs)]);
    handedOver.flush();
    const chunks: Uint8Array[] = [];
    await touched.emit((bytes) => void chunks.push(bytes));
    return Buffer.concat(chunks).toString();
  } catch (error) {
    if (isUndecided(error)) return undefined;
    throw error;
  } finally {
    touched.close();
  }
}

interface Outcome {
  text: string;
  said: unknown[];
}

/** All that a diff gives and says: the delta, the warnings, the problems with their places. */
async function outcomeOf(oldFile: string, newFile: string, options: DiffOptions): Promise<Outcome> {
  const chunks: Uint8Array[] = [];
  const said: unknown[] = [];
  try {
    const summary = await diffCatalogs(
      { path: oldFile, name: 'old' },
      { path: newFile, name: 'new' },
      (bytes) => void chunks.push(bytes),
      { missing: 'remove', onWarning: (warning) => void said.push(warning), ...options },
    );
    said.push(summary);
  } catch (error) {
    if (!(error instanceof BrctlError)) throw error;
    said.push(error.message, error.details);
  }
  return { text: Buffer.concat(chunks).toString(), said };
}

const someLine = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.tuple(fc.nat(30), smallRecord(2)).map(([id, record]) => line(`P${id}`, record)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '\n',
      '{"op":"add","path":"/products/P3","value":{"attributes":{"a":1,"a":2}}}\n',
      '{"op":"add","path":"/items/I1","value":{}}\n',
      '{"op":"add","path":"/products/P4","value":{"attributes":{"a":}}}\n',
    ),
  },
);
const unique = (lines: string[]) => [...new Map(lines.map((each) => [each.slice(0, 33), each])).values()];
const catalogLines = fc.array(someLine, { maxLength: 24 });

describe('catalogs joined by two threads', () => {
  it('give the delta of one thread wherever they are cut, or leave it to that', async () => {
    let joined = 0;
    await fc.assert(
      fc.asyncProperty(
        catalogLines,
        catalogLines,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.constantFrom('js' as const, 'wasm' as const),
        async (before, after, shares, withDuplicates, kernel) => {
          const pick = withDuplicates ? (lines: string[]) => lines : unique;
          const texts = [pick(before).join(''), pick(after).join('')] as const;
          const files = [fileOf(texts[0]), fileOf(texts[1])] as const;
          const expected = await outcomeOf(...files, { threads: 1, kernel });
          const text = await joinByTwo(texts, shares, kernel);
          if (text !== undefined) joined++;
          const isSound = expected.said.length === 1; // the summary, no warning and no problem
          expect(text).toBe(isSound ? expected.text : undefined);
        },
      ),
      { numRuns: 400 },
    );
    expect(joined).toBeGreaterThan(100);
  });

  it('are cut at the same products where they are in the same order', () => {
    const lines = Array.from({ length: 4000 }, (_, number) => line(`P${number}`, { text: 'x'.repeat(300) }));
    const added = Array.from({ length: 900 }, (_, number) => line(`Q${number}`, { text: 'y'.repeat(300) }));
    const oldFile = joinedFile(fileOf(lines.join('')));
    for (const news of [[...added, ...lines], [...lines, ...added], lines.slice(500)]) {
      const newText = news.join('');
      const ranges = alignedRanges(oldFile, joinedFile(fileOf(newText)), 4);
      const starts = ranges.map(([, range]) => newText.slice(range.start, range.start + 40));
      const oldStarts = ranges.map(([range]) => lines.join('').slice(range.start, range.start + 40));
      expect(starts.slice(2)).toEqual(oldStarts.slice(2));
      expect(ranges.at(-1)).toMatchObject([{ end: oldFile.sizeBytes }, { end: newText.length }]);
    }
  });
});

const COUNT = 3000;
const sound = Array.from({ length: COUNT }, (_, number) =>
  line(`P${number}`, { attributes: { price: number, text: 'x'.repeat(number % 200) } }),
);

/** The sound catalog with one line replaced. */
function withLine(index: number, text: string): string {
  return sound.map((each, at) => (at === index ? text : each)).join('');
}

const PLACES = [100, COUNT - 100];
const FAULTS: [string, string][] = [
  ['a line that is no JSON', '{"op":"add","path":"/products/X","value":{x}}\n'],
  ['a duplicate id', line('P7', { attributes: {} })],
  ['an item', line('X', {}, 'items')],
  ['a key that stands twice', '{"op":"add","path":"/products/X","value":{"attributes":{"a":1,"a":2}}}\n'],
];

describe('a diff on two threads', () => {
  it.each(FAULTS)('says of %s what one thread says, in either half of either file', async (_what, fault) => {
    const clean = fileOf(sound.join(''));
    for (const place of PLACES) {
      const faulty = fileOf(withLine(place, fault));
      for (const files of [
        [clean, faulty],
        [faulty, clean],
      ] as const) {
        const alone = await outcomeOf(...files, { threads: 1 });
        expect(await outcomeOf(...files, { threads: 2 })).toEqual(alone);
      }
    }
  });

  it.each<[string, DiffOptions]>([
    ['', {}],
    [' and --strict', { strict: true }],
    [' and products that become unavailable', { missing: 'unavailable' }],
    [' past the memory limit', { maxMemoryBytes: 1 }],
  ])('gives the delta and the summary of one thread%s', async (_what, options) => {
    const changed = sound
      .filter((_, at) => at % 7 !== 3)
      .map((each, at) => (at % 5 === 0 ? each.replace('"price":', '"price":1') : each));
    for (const news of [changed, [...changed].reverse()]) {
      const files = [fileOf(sound.join('')), fileOf([...news, line('new', {})].join(''))] as const;
      const alone = await outcomeOf(...files, { ...options, threads: 1 });
      expect(await outcomeOf(...files, { ...options, threads: 2 })).toEqual(alone);
      expect(alone.text).not.toBe('');
    }
  });

  it('explains what one thread explains', async () => {
    const files = [
      fileOf(sound.join('')),
      fileOf(withLine(2000, line('P2000', { attributes: { price: 1 } }))),
    ] as const;
    const explainedBy = async (threads: 1 | 2) => {
      const explanations: unknown[] = [];
      await outcomeOf(...files, { threads, onExplain: (each) => void explanations.push(each) });
      return explanations;
    };
    expect(await explainedBy(2)).toEqual(await explainedBy(1));
  });

  it('ends at once when it is interrupted, and leaves no file', async () => {
    const tempDir = temporaryFolder();
    const files = [fileOf(sound.join('')), fileOf([...sound].reverse().join(''))] as const;
    for (const delayTurns of [0, 1, 5]) {
      const abort = new AbortController();
      const reason = new Error('interrupted');
      const interrupt = (turns: number) =>
        void setImmediate(() => (turns === 0 ? abort.abort(reason) : interrupt(turns - 1)));
      const diffing = outcomeOf(...files, {
        threads: 2,
        signal: abort.signal,
        tempDir,
        beforeEmit: () => abort.signal.throwIfAborted(),
      });
      interrupt(delayTurns);
      await expect(diffing).rejects.toBe(reason);
    }
    expect(readdirSync(tempDir)).toEqual([]);
  });

  it('is an error when the other thread dies', async () => {
    const file = joinedFile(fileOf(sound.join('')));
    const { plan } = createKernel('js');
    const broken = { seed: plan.seed.subarray(0, 1), module: undefined }; // too short: the thread throws
    const job = { files: [file, file] as const, settings: SETTINGS, kernel: broken, schedule: newSchedule() };
    const second = new SecondThread(job, new TouchedProducts(), undefined);
    second.order({ ranges: [] });
    await expect(second.ranges()).rejects.toMatchObject({
      code: 'diff.thread_failed',
      details: expect.objectContaining({ hint: expect.stringContaining('--threads 1') }),
    });
    await second.stop();
  });
});
