import { stat } from 'node:fs/promises';
import { checkOperation } from '../../catalog/check-operation.ts';
import { openInput } from '../../catalog/open.ts';
import { readOperations } from '../../catalog/read-operations.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { AbortFlag } from './abort-flag.ts';
import { inputFailure, JobFailure } from './job-failure.ts';
import type { InputPart, LoadTask } from './job-task.ts';
import { singleLine } from './single-line.ts';

/** Operations between two looks at the abort flag. */
const CHECK_EVERY = 256;

/**
 * Every operation of a load, its parts in the order in which the request named them, each operation allowed as it
 * stands. Throws a JobFailure that names the line: then nothing of the load may be used (spec: Errors, "the whole
 * operation is invalid").
 */
export async function* operationsOf(task: LoadTask, abort: AbortFlag): AsyncGenerator<Operation> {
  let count = 0;
  for (const part of task.parts) {
    try {
      for await (const operation of readPart(part)) {
        if (count++ % CHECK_EVERY === 0) abort.throwIfSet();
        checkCount(count, operation, task.maxOperations);
        checkAllowed(operation, task);
        yield part.layout === 'json-patch' ? onOneLine(operation) : operation;
      }
    } catch (thrown) {
      throw inputFailure(thrown, part);
    }
  }
  if (count === 0) throw new JobFailure('invalid_patch', 'there is no operation in the request');
}

async function* readPart(part: InputPart): AsyncGenerator<Operation> {
  if (part.stamp !== null) await checkStamp(part, part.stamp);
  const chunks = await openInput(part.file, { maxInflatedBytes: part.maxBytes });
  yield* readOperations(chunks, { layout: part.layout, maxBytes: part.maxBytes, maxProblems: 1 });
}

function onOneLine(operation: Operation): Operation {
  return operation.value === undefined ? operation : { ...operation, value: singleLine(operation.value) };
}

/** The request named a file as it was then; another one in its place is not what was asked for. */
async function checkStamp(part: InputPart, then: NonNullable<InputPart['stamp']>): Promise<void> {
  const { size, mtimeMs } = await stat(part.file);
  if (size === then.sizeBytes && mtimeMs === then.modifiedMs) return;
  throw new JobFailure('file_changed', `${part.name}: the file was changed after the request that names it`);
}

/** spec: Limits, "Operations in one delta job: 10,000 by default, adjustable". */
function checkCount(count: number, { line }: Operation, maxOperations: number | null): void {
  if (maxOperations === null || count <= maxOperations) return;
  const most = maxOperations.toLocaleString('en-US');
  throw new JobFailure('too_many_operations', `Line ${line}: more than ${most} operations in one delta job`);
}

function checkAllowed(operation: Operation, { family, mode }: LoadTask): void {
  if (operation.target.family !== family) {
    throw new JobFailure('invalid_patch', `Line ${operation.line}: path must begin with /${family}/`);
  }
  const [problem] = checkOperation(operation, mode).filter(({ severity }) => severity === 'error');
  if (problem !== undefined) {
    throw new JobFailure('invalid_patch', `Line ${operation.line}: ${problem.message}`);
  }
}
