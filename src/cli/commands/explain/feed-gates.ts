import { Readable } from 'node:stream';
import { pluralize } from '../../../base/wording/amounts.ts';
import type { NamedInput } from '../../../catalog/input.ts';
import { InputSplitter } from '../../../catalog/splitting/splitter.ts';
import { validateInput } from '../../../catalog/validate.ts';
import { failGate, type Gate, passGate, skipGate } from '../../../protocol/explanation.ts';
import { escapeSegment } from '../../../protocol/json-pointer.ts';

interface FeedLine {
  line: number;
  bytes: Buffer;
}

/**
 * Whether a catalog file has a product, on which line, and whether the service would take it: `feed` and `valid`.
 * @throws BrctlError for a file that cannot be read
 */
export async function checkFeedGates(input: NamedInput, id: string, signal: AbortSignal): Promise<Gate[]> {
  const line = await findLine(input, id, signal);
  if (line === undefined) {
    const message = `${input.name} does not have it`;
    return [failGate('feed', 'explain.unknown_product', message), skipGate('valid', 'nothing to check')];
  }
  return [passGate('feed', `${input.name}:${line.line}`), await checkValid(line)];
}

export function markUnknown(gate: Gate['gate'], message = 'unknown'): Gate {
  return { gate, state: 'unknown', message };
}

async function checkValid({ bytes }: FeedLine): Promise<Gate> {
  const line = { name: 'line', open: async () => Readable.from([bytes]) };
  const { errors, problems } = await validateInput(line);
  const [first] = problems.filter(({ severity }) => severity === 'error');
  if (first !== undefined) return failGate('valid', 'explain.invalid', `${first.message} (${first.code})`);
  const incomplete = problems.find(({ code }) => code === 'attribute.required');
  if (incomplete !== undefined) return failGate('valid', 'explain.incomplete', incomplete.message);
  const [warning] = problems;
  const remark =
    warning === undefined ? '' : `, with ${pluralize(problems.length, 'warning')}: ${warning.message}`;
  return passGate('valid', errors === 0 ? `no error${remark}` : remark);
}

/** The last operation on the product. Lines are looked at as bytes: only those that name it are parsed. */
async function findLine(input: NamedInput, id: string, signal: AbortSignal): Promise<FeedLine | undefined> {
  const names = [id, escapeSegment(id)].map((name) => Buffer.from(JSON.stringify(name).slice(1, -1)));
  let result: FeedLine | undefined;
  const splitter = new InputSplitter({
    text: (bytes, start, end, line) => {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      if (!names.some((name) => text.includes(name)) || !hasId(text, id)) return;
      result = { line, bytes: Buffer.concat([text, Buffer.from('\n')]) };
    },
    problem: () => undefined,
  });
  for await (const chunk of await input.open()) {
    signal.throwIfAborted();
    splitter.push(chunk);
  }
  splitter.end();
  return result;
}

function hasId(text: Buffer, id: string): boolean {
  try {
    const { path } = JSON.parse(text.toString('utf8')) as { path?: unknown };
    const [, family = '', name] = String(path).split('/');
    return /^(products|items)$/.test(family) && name === escapeSegment(id);
  } catch {
    return false;
  }
}
