import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { diffCatalogs } from '../../src/delta/diff.ts';
import type { DiffOptions, DiffSummary } from '../../src/delta/diff-options.ts';
import type { Problem } from '../../src/errors.ts';
import { temporaryFolder } from '../temp-folder.ts';

const folder = temporaryFolder();

let files = 0;

/** Writes a file of the test's own folder. */
export function fileOf(content: string | Uint8Array, ending = '.jsonl'): string {
  const name = path.join(folder, `${files++}${ending}`);
  writeFileSync(name, content);
  return name;
}

export interface DiffOutcome {
  lines: string[];
  text: string;
  summary: DiffSummary;
  warnings: Problem[];
}

async function runOnce(oldFile: string, newFile: string, options: DiffOptions): Promise<DiffOutcome> {
  const chunks: Uint8Array[] = [];
  const warnings: Problem[] = [];
  const summary = await diffCatalogs(
    { path: oldFile },
    { path: newFile },
    (bytes) => void chunks.push(bytes),
    { onWarning: (warning) => void warnings.push(warning), ...options },
  );
  const text = Buffer.concat(chunks).toString('utf8');
  return { text, lines: text.split('\n').slice(0, -1), summary, warnings };
}

/** Diffs two contents by way of files: with both kernels, which must agree to the byte. */
export async function runDiff(
  oldContent: string | Uint8Array,
  newContent: string | Uint8Array,
  options: DiffOptions = {},
): Promise<DiffOutcome> {
  const files = [fileOf(oldContent), fileOf(newContent)] as const;
  const plain = await runOnce(...files, { ...options, kernel: 'js' });
  const vectors = await runOnce(...files, { ...options, kernel: 'wasm' });
  expect(vectors).toEqual(plain);
  return vectors;
}

/** A line of a catalog. */
export function line(id: string, value: unknown, family = 'products'): string {
  const segment = id.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${JSON.stringify({ op: 'add', path: `/${family}/${segment}`, value })}\n`;
}
