import { addFileToError, BrctlError, type Problem } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import type { Operation } from '../../protocol/operation.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { NamedInput } from '../input.ts';
import { readOperations } from '../operations/read-operations.ts';
import { RecordEditor } from '../record.ts';
import { checkOperation } from '../rules/check-operation.ts';

export interface ApplyPlanOptions {
  /** Problems to collect before giving up; default 20. */
  maxProblems?: number;
  /** Memory that the operations may take; default 1 GB. */
  maxHeldBytes?: number;
  onWarning?: (warning: Problem) => void;
}

const MAX_HELD_BYTES = 1024 * 1024 * 1024;

/** Approximate memory of an operation beside its value. */
const OPERATION_BYTES = 400;

/** Errors that leave no record to continue with; others are the business of `validate` and are passed on as warnings. */
const UNUSABLE = new Set(['record.not_object', 'record.not_boolean', 'operation.value_missing']);

interface PlannedOperation {
  operation: Operation;
  /** Name of the delta that it comes from. */
  file: string;
}

function joinKey(family: RecordFamily, id: string): string {
  return `${family}/${id}`;
}

/** The operations of several deltas, by the record that they change and in their order. */
export class ApplyPlan {
  operations = 0;
  /** Family of the operations, from the first one on. */
  family: RecordFamily | undefined;
  #heldBytes = 0;
  readonly #byRecord = new Map<string, PlannedOperation[]>();
  readonly #options: ApplyPlanOptions;

  constructor(options: ApplyPlanOptions) {
    this.#options = options;
  }

  /** Reads a delta to its end. Throws a BrctlError when anything in it is malformed, or when it is too large to hold. */
  async add(delta: NamedInput): Promise<void> {
    const operations = readOperations(await delta.open(), { ...this.#options, file: delta.name });
    for await (const operation of operations) {
      this.#checkFamily(operation, delta.name);
      this.#check(operation, delta.name);
      this.#hold(operation, delta.name);
    }
  }

  /** Is there an operation on this record? */
  touches(family: RecordFamily, id: string): boolean {
    return this.#byRecord.has(joinKey(family, id));
  }

  /**
   * The record after its operations, undefined when it is gone; they are taken out of the plan.
   *
   * @param record JSON text of the record before, undefined when there is none
   * @throws BrctlError `operation.missing_target`, `record.not_object`
   */
  applyTo(record: string | undefined, family: RecordFamily, id: string): string | undefined {
    const key = joinKey(family, id);
    const editor = new RecordEditor(record);
    for (const { operation, file } of this.#byRecord.get(key) ?? []) {
      try {
        editor.apply(operation);
      } catch (thrown) {
        throw addFileToError(thrown, file);
      }
    }
    this.#byRecord.delete(key);
    return editor.print();
  }

  /** Records that no one asked for yet, in the order in which the deltas name them first. */
  *listRemaining(): Generator<{ family: RecordFamily; id: string }> {
    for (const [first] of this.#byRecord.values()) if (first !== undefined) yield first.operation.target;
  }

  /** Each family has its own endpoint, so no request can hold both (doc: public-facts B1). */
  #checkFamily({ target, line }: Operation, file: string): void {
    this.family ??= target.family;
    if (target.family === this.family) return;
    throw new BrctlError('the deltas change products and items', {
      kind: 'input',
      code: 'operation.mixed_families',
      file,
      line,
      product: target.id,
      hint: 'apply deltas of products to a catalog of products, those of items to one of items',
    });
  }

  /** Advice is left to `validate`; what the service would refuse is worth a word even where it can be applied. */
  #check(operation: Operation, file: string): void {
    for (const { severity, message, ...details } of checkOperation(operation, 'delta')) {
      if (severity !== 'error') continue;
      if (!UNUSABLE.has(details.code)) {
        this.#options.onWarning?.({ ...details, severity: 'warning', message, file });
        continue;
      }
      const why = 'the service would refuse the whole delta';
      throw new BrctlError(message, { ...details, file, kind: 'input', why });
    }
  }

  #hold(operation: Operation, file: string): void {
    this.operations++;
    this.#heldBytes += OPERATION_BYTES + (operation.value?.length ?? 0);
    const { maxHeldBytes = MAX_HELD_BYTES } = this.#options;
    if (this.#heldBytes > maxHeldBytes)
      throw new BrctlError(`the deltas take more than ${formatCount(maxHeldBytes)} bytes of memory`, {
        kind: 'input',
        code: 'apply.too_large',
        file,
        why: 'apply keeps all operations in memory while it streams the catalog',
        hint: 'apply them one after the other, or split them (brctl diff --split)',
      });
    const { family, id } = operation.target;
    const key = joinKey(family, id);
    const planned = this.#byRecord.get(key);
    if (planned === undefined) this.#byRecord.set(key, [{ operation, file }]);
    else planned.push({ operation, file });
  }
}
