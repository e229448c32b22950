import { BrctlError, type BrctlErrorDetails } from '../errors.ts';
import { locateOffset } from '../json/problem.ts';
import { scanJson } from '../json/scan.ts';
import { Tape } from '../json/tape.ts';

const JSON_HINT =
  'correct it there: names and texts are in double quotes, and no comma follows the last member';
const YAML_HINT =
  'write "key: value" lines; a value with special characters, such as : # * & ! or @, goes in quotes';

/** A configuration file that is not JSON. The error has no cause and none of its text: a key may be in it. */
export function jsonSyntaxError(file: string, text: string): BrctlError {
  const bytes = Buffer.from(text);
  const problem = scanJson(new Tape(), bytes, 0, bytes.length);
  if (problem === null) return unreadableError(file, { why: 'it is not JSON' }, JSON_HINT);
  const { lineFeeds, column } = locateOffset(bytes, 0, problem.offset);
  return unreadableError(file, { why: problem.message, line: lineFeeds + 1, column }, JSON_HINT);
}

/** A configuration file that is not YAML, likewise; `thrown` is what the reader of YAML threw. */
export function yamlSyntaxError(file: string, thrown: unknown): BrctlError {
  const { reason, mark } = thrown as { reason?: string; mark?: { line: number; column: number } };
  // Names of tags and aliases, which come from the text, stand behind one of these.
  const why = reason?.replace(/\s*("|!<|:).*$/s, '') ?? 'it is not YAML';
  const place = mark === undefined ? {} : { line: mark.line + 1, column: mark.column + 1 };
  return unreadableError(file, { why, ...place }, YAML_HINT);
}

function unreadableError(file: string, fault: Partial<BrctlErrorDetails>, hint: string): BrctlError {
  const message = 'the configuration file cannot be read';
  return new BrctlError(message, { kind: 'config', code: 'config.unreadable', file, ...fault, hint });
}
