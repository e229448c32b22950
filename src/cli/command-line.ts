import { quoteForShell } from '../base/wording/shell-quote.ts';

/**
 * The command line that was given, with more options: what a message offers to be run in its place. An option that was
 * given before gives way to the new one.
 */
export function extendCommand(words: readonly string[], more: readonly string[]): string {
  const end = words.indexOf('--');
  const index = end === -1 ? words.length : end;
  const options = withoutOptions(words.slice(0, index), more);
  return formatCommand([...options, ...more, ...words.slice(index)]);
}

/** A command line of brctl, to be pasted into a shell. */
export function formatCommand(words: readonly string[]): string {
  return ['brctl', ...words].map(quoteForShell).join(' ');
}

/** Adds to the accepted codes; another limit for the same code replaces the former. */
const ADDS_UP = '--accept';
const getCode = (value = '') => value.split('=', 1)[0];

/** Leaves out the options among `others`; those that have a value there, with theirs. */
function withoutOptions(words: readonly string[], others: readonly string[]): string[] {
  const names = listOptions(others);
  const codes = others.map(getCode);
  const operands: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string;
    const [name = ''] = word.split('=', 1);
    const value = name === word ? words[index + 1] : word.slice(name.length + 1);
    const isKept = name === ADDS_UP && !codes.includes(getCode(value));
    if (isKept || !names.has(name)) operands.push(word);
    else if (names.get(name) && name === word) index++;
  }
  return operands;
}

/** The options among some words, and whether a value follows. */
function listOptions(words: readonly string[]): Map<string, boolean> {
  const isOption = (word: string | undefined) => word?.startsWith('-') === true;
  return new Map(
    words.flatMap((word, index) =>
      isOption(word) ? [[word, index + 1 < words.length && !isOption(words[index + 1])] as const] : [],
    ),
  );
}
