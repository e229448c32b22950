import type { Problem } from '../../src/base/errors.ts';
import { Tape } from '../../src/base/json/tape.ts';
import { Findings } from '../../src/catalog/findings/findings.ts';
import { scanOperation, toOperation } from '../../src/catalog/operations/operation-line.ts';
import { type ReadOperationsOptions, readOperations } from '../../src/catalog/operations/read-operations.ts';
import type { Operation } from '../../src/protocol/operation.ts';

/** The text in chunks of so many bytes, each in memory of its own that is overwritten after use. */
export function* inChunks(text: string | Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = Uint8Array.from(bytes.subarray(at, at + chunkBytes));
    yield chunk;
    chunk.fill(0x58);
  }
}

/** Reads all operations of a text that arrives in such chunks. */
export async function readAll(
  text: string | Uint8Array,
  options: ReadOperationsOptions & { chunkBytes?: number } = {},
): Promise<Operation[]> {
  const operations: Operation[] = [];
  for await (const operation of readOperations(inChunks(text, options.chunkBytes ?? 65_536), options)) {
    operations.push(operation);
  }
  return operations;
}

const tape = new Tape();

/** The operation on a line, or what is wrong with it; and what is worth a warning. */
export function readLine(
  text: string,
  line = 1,
): { operation?: Operation; errors: Problem[]; warnings: Problem[] } {
  const findings = new Findings(undefined, 'd.jsonl');
  const bytes = Buffer.from(text);
  const parsed = scanOperation(tape, { bytes, start: 0, end: bytes.length, line }, findings);
  const bySeverity = (wanted: string) => findings.kept.filter(({ severity }) => severity === wanted);
  return {
    ...(parsed === undefined ? {} : { operation: toOperation(tape, parsed, line) }),
    errors: bySeverity('error'),
    warnings: bySeverity('warning'),
  };
}

/** The operation on a line that is right. */
export function operationOf(text: string, line = 1): Operation {
  const { operation, errors } = readLine(text, line);
  if (operation === undefined) throw new Error(JSON.stringify(errors));
  return operation;
}
