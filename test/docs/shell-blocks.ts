import { readFileSync } from 'node:fs';

/** One ```sh block of a document. */
export interface ShellBlock {
  file: string;
  /** Line of the document on which it begins. */
  line: number;
  script: string;
}

/** The ```sh blocks of a Markdown file; other fences show output or other languages. */
export function shellBlocks(file: string): ShellBlock[] {
  const blocks: ShellBlock[] = [];
  const lines = readFileSync(file, 'utf8').split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.trim() !== '```sh') continue;
    const end = lines.findIndex((line, index) => index > at && line.trim() === '```');
    blocks.push({ file, line: at + 1, script: lines.slice(at + 1, end).join('\n') });
    at = end;
  }
  return blocks;
}
