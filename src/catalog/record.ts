import { BrctlError } from '../base/errors.ts';
import { ObjectTree } from '../base/json/tree.ts';
import { type Operation, toTargetPath } from '../protocol/operation.ts';

/** Words for the levels of a path, so that a message can say what is missing. */
const LEVEL_NAMES: Readonly<Record<string, string>> = {
  attributes: 'attribute',
  variants: 'variant',
  views: 'view',
};

function refusalError(operation: Operation, code: string, message: string, why: string): BrctlError {
  return new BrctlError(message, {
    kind: 'input',
    code,
    line: operation.line,
    product: operation.target.id,
    pointer: toTargetPath(operation.target),
    why,
  });
}

function missingError(operation: Operation, depth: number): BrctlError {
  const { id, family, segments } = operation.target;
  const noun = family === 'items' ? 'item' : 'product';
  const name = segments[depth - 1];
  const level = depth % 2 === 0 ? LEVEL_NAMES[segments[depth - 2] ?? ''] : undefined;
  const what =
    depth === 0
      ? `${noun} '${id}'`
      : level === undefined
        ? `'${name}' of ${noun} '${id}'`
        : `${level} '${name}'`;
  const verb = operation.op === 'remove' ? 'removed' : 'changed';
  const message = `${what} does not exist and cannot be ${verb}`;
  const why = 'an operation on part of a record fails the whole job if that part does not exist';
  return refusalError(operation, 'operation.missing_target', message, why);
}

/**
 * One record to which operations are applied in order: parsed once, printed once. Untouched parts keep their text.
 *
 * The rules (doc: public-facts B5): add puts a value in place or replaces the one there; remove takes away what
 * must be there; all but `add` of a whole record needs the record to exist. Decided here, where the sources are
 * silent: a container (`attributes`, `variants`, `views`) that is absent or null counts as empty and is made by an
 * add inside it; a variant or a view is never made by an add below it.
 */
export class RecordEditor {
  #text: string | undefined;
  #tree: ObjectTree | undefined;

  /** @param record JSON text of the record, undefined when there is none yet */
  constructor(record: string | undefined) {
    this.#text = record;
  }

  /** Throws a BrctlError (`operation.missing_target`, `record.not_object`) and leaves the record as it was. */
  apply(operation: Operation): void {
    if (operation.target.segments.length === 0) this.#applyToRecord(operation);
    else this.#applyInside(operation);
  }

  /** JSON text of the record, undefined when it does not exist. */
  print(): string | undefined {
    return this.#tree?.print() ?? this.#text;
  }

  #applyToRecord(operation: Operation): void {
    const exists = this.#tree !== undefined || this.#text !== undefined;
    if (operation.op === 'remove' && !exists) throw missingError(operation, 0);
    this.#tree = undefined;
    this.#text = operation.op === 'add' ? operation.value : undefined;
  }

  #applyInside(operation: Operation): void {
    const { segments } = operation.target;
    const parent = this.#findParent(operation);
    const name = segments[segments.length - 1] as string;
    if (operation.op === 'add') parent.set(name, operation.value as string);
    else if (!parent.delete(name)) throw missingError(operation, segments.length);
  }

  /** The object that holds the target; an absent container is made when the operation adds to it. */
  #findParent(operation: Operation): ObjectTree {
    const { segments } = operation.target;
    let tree = this.#openRoot(operation);
    for (let depth = 1; depth < segments.length; depth++) {
      const name = segments[depth - 1] as string;
      const isContainer = depth % 2 === 1;
      const isLast = depth === segments.length - 1;
      let child = tree.isNull(name) ? undefined : tree.child(name);
      if (child === undefined && isContainer && isLast && operation.op === 'add') {
        child = ObjectTree.empty();
        tree.set(name, child);
      }
      if (child === undefined) throw missingError(operation, isContainer ? segments.length : depth);
      if (child === null) throw notAnObjectError(operation, name);
      tree = child;
    }
    return tree;
  }

  #openRoot(operation: Operation): ObjectTree {
    if (this.#tree !== undefined) return this.#tree;
    if (this.#text === undefined) throw missingError(operation, 0);
    const [container] = operation.target.segments;
    const tree = ObjectTree.parse(this.#text, container);
    if (tree === undefined) throw notAnObjectError(operation, operation.target.id);
    this.#tree = tree;
    return tree;
  }
}

function notAnObjectError(operation: Operation, name: string): BrctlError {
  const verb = operation.op === 'add' ? 'set' : 'removed';
  const message = `'${name}' is not an object, so nothing inside it can be ${verb}`;
  const why = 'records, attributes, variants and views are JSON objects';
  return refusalError(operation, 'record.not_object', message, why);
}
