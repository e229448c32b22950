import { BrctlError, type Problem } from '../../base/errors.ts';
import { formatCount, pluralize } from '../../base/wording/amounts.ts';

/** Problems that one option fixes in every row. */
const TOLD_ONCE: ReadonlySet<string> = new Set(['value.url', 'value.decimal', 'price.crown']);

/** Cure of `catalog.duplicate_id`. */
export const GROUP_HINT =
  'if rows with the same id are variants, name what they share and their own id in a mapping, as group and id';

type LocatedProblem = Problem & { line: number };

/** Counts what could not be used, and keeps the first of it by line: what shows only in whole products is told late. */
export class RejectedRows {
  count = 0;
  readonly byCode = new Map<string, number>();
  readonly kept: LocatedProblem[] = [];
  readonly leftOutByCode = new Map<string, number>();
  readonly leftOutKept: LocatedProblem[] = [];
  readonly #maxKept: number;

  constructor(maxKept: number) {
    this.#maxKept = maxKept;
  }

  readonly add = (code: string, message: string, line: number, product?: string): void => {
    this.count++;
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
    const about = product === undefined ? {} : { product };
    this.#keep(this.kept, { severity: 'error', code, message, line, ...about });
  };

  readonly leftOut = (code: string, message: string, line: number): void => {
    this.leftOutByCode.set(code, (this.leftOutByCode.get(code) ?? 0) + 1);
    this.#keep(this.leftOutKept, { severity: 'warning', code, message, line });
  };

  #keep(kept: LocatedProblem[], problem: LocatedProblem): void {
    // An option that is missing is told once.
    if (TOLD_ONCE.has(problem.code) && kept.some(({ code }) => code === problem.code)) return;
    const index = kept.findLastIndex(({ line }) => line <= problem.line) + 1;
    if (index >= this.#maxKept) return;
    kept.splice(index, 0, problem);
    if (kept.length > this.#maxKept) kept.pop();
  }

  /** @throws BrctlError `convert.too_many_rejected` */
  refuseTooMany(most: { rows: number } | { share: number }, rows: number): void {
    const allowed = 'rows' in most ? most.rows : Math.floor(most.share * rows);
    if (this.count <= allowed) return;
    throw new BrctlError(
      `${formatCount(this.count)} of ${pluralize(rows, 'row')} cannot be used; limit ${formatCount(allowed)}`,
      {
        kind: 'input',
        code: 'convert.too_many_rejected',
        why: 'their products would be missing from the catalog; nothing was written',
        hint: this.#formatHint(),
        problems: this.kept,
      },
    );
  }

  #formatHint(): string {
    if (this.byCode.has('value.url'))
      return 'add the address of the shop, such as --shop-url https://shop.example';
    if (this.byCode.has('value.decimal')) return 'set the decimal mark: --decimal point or --decimal comma';
    const allow = `or allow it: --max-rejected ${this.count}`;
    if (this.byCode.has('catalog.duplicate_id')) return `${GROUP_HINT}; ${allow}`;
    return this.byCode.get('attribute.required') === this.count
      ? `name the field that has it in a mapping (--init -o mapping.yaml writes a starter); ${allow}`
      : `fix the feed or the mapping, ${allow}`;
  }

  nothingLeft(): BrctlError {
    return new BrctlError('the feed has no products', {
      kind: 'input',
      code: 'convert.empty',
      hint: 'check that this is the right file, and --from',
      ...(this.kept.length === 0 ? {} : { problems: this.kept }),
    });
  }
}
