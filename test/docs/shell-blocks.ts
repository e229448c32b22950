import { readFileSync } from 'node:fs';

/** One ```sh block of a document. */
export interface ShellBlock {
  file: string;
  /** Line of the document on which it begins. */
  line: number;
  /** The section that it stands in. */
  heading: string;
  script: string;
}

/** The ```sh blocks of a Markdown file; other fences show output or other languages. */
export function shellBlocks(file: string): ShellBlock[] {
  const blocks: ShellBlock[] = [];
  const lines = readFileSync(file, 'utf8').split('\n');
  let heading = '';
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]?.startsWith('## ')) heading = lines[at]?.slice('## '.length) ?? '';
    if (lines[at]?.trim() !== '```sh') continue;
    const end = lines.findIndex((line, index) => index > at && line.trim() === '```');
    blocks.push({ file, line: at + 1, heading, script: lines.slice(at + 1, end).join('\n') });
    at = end;
  }
  return blocks;
}
