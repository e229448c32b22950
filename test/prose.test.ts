import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Words that the style of CONTRIBUTING.md replaces by the thing's name or the trade's term. */
const HABITS = /\b(?:whoever|so many|of its own|stands? aside|out of the ordinary)\b/i;
const CONSTANT_HABITS = /\b(?:LEAST|MOST|FEWEST)_[A-Z]/;

function texts(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => path.join(folder, String(file)))
    .filter((file) => ending.test(file) && !file.startsWith(path.join('docs', 'sources')));
}

function linesWith(habit: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (habit.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('texts name the thing: no habit of the style guide comes back', () => {
  const files = [...texts('src', /\.tsx?$/), ...texts('docs', /\.md$/), 'README.md'];
  expect(linesWith(HABITS, files)).toEqual([]);
});

test('bounds are called MIN_ and MAX_', () => {
  expect(linesWith(CONSTANT_HABITS, texts('src', /\.tsx?$/))).toEqual([]);
});
