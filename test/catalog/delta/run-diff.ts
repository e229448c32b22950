import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import type { Problem } from '../../../src/base/errors.ts';
import { diffCatalogs } from '../../../src/catalog/delta/diff.ts';
import type { DiffOptions, DiffSummary, Explanation } from '../../../src/catalog/delta/diff-options.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { plainDiff, shortest } from './plain-diff.ts';

let folder = '';

let files = 0;

/** Writes a file of the test's own folder. */
export function fileOf(content: string | Uint8Array, ending = '.jsonl'): string {
  if (!existsSync(folder)) folder = temporaryFolder();
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

/** Diffs two contents by way of files; the outcome must be that of the plainest diff there is, to the byte. */
export async function runDiff(
  oldContent: string | Uint8Array,
  newContent: string | Uint8Array,
  options: DiffOptions = {},
): Promise<DiffOutcome> {
  const [oldFile, newFile] = [fileOf(oldContent), fileOf(newContent)];
  const chunks: Uint8Array[] = [];
  const warnings: Problem[] = [];
  const explanations: Explanation[] = [];
  const { onExplain } = options;
  const summary = await diffCatalogs(
    { path: oldFile },
    { path: newFile },
    (bytes) => void chunks.push(Buffer.from(bytes)),
    {
      onWarning: (warning) => void warnings.push(warning),
      ...options,
      ...(onExplain && {
        onExplain: (explanation) => {
          explanations.push(explanation);
          return onExplain(explanation);
        },
      }),
    },
  );
  const text = Buffer.concat(chunks).toString('utf8');
  const plain = plainDiff(oldContent, newContent, options);
  if (plain !== undefined) {
    const { warnings: _, ...figures } = summary;
    expect({ text, summary: figures }).toEqual({ text: plain.text, summary: plain.summary });
    if (onExplain !== undefined) expect(explanations.map(shortest)).toEqual(plain.explanations);
  }
  return { text, lines: text.split('\n').slice(0, -1), summary, warnings };
}

/** A line of a catalog. */
export function line(id: string, value: unknown, family = 'products'): string {
  const segment = id.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${JSON.stringify({ op: 'add', path: `/${family}/${segment}`, value })}\n`;
}
