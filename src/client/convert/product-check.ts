import type { Problem } from '../../base/errors.ts';
import { Tape } from '../../base/json/tape.ts';
import { Findings } from '../../catalog/findings/findings.ts';
import { RecordKernel } from '../../catalog/kernel/record-kernel.ts';
import { scanOperation } from '../../catalog/operations/operation-line.ts';
import { checkParsedOperation } from '../../catalog/rules/check-operation.ts';
import { warnOfDuplicateKeys } from '../../catalog/rules/duplicate-keys.ts';

/** The index leaves such a product out: a feed that lacks a column would empty the shop. */
const UNSEARCHABLE = 'attribute.required';
const MAX_KEPT = 100;

/** Checks products by the rules that `validate` and the service have. */
export class ProductCheck {
  readonly warnings = new Map<string, number>();
  readonly #kernel = RecordKernel.load();
  readonly #tape = new Tape();

  /** Why the product would not be found, undefined where it would. */
  problemOf(product: Buffer, line: number): Problem | undefined {
    const kernel = this.#kernel;
    if (kernel?.accepts(product, 0, product.length) === true) {
      this.#count('attribute.advised', kernel.advisedMissing);
      this.#count('attribute.numeric_string', kernel.numericStrings);
      return undefined;
    }
    const findings = new Findings(MAX_KEPT);
    const parsed = scanOperation(
      this.#tape,
      { bytes: product, start: 0, end: product.length, line },
      findings,
    );
    if (parsed !== undefined) {
      checkParsedOperation(this.#tape, parsed, 'full', findings);
      warnOfDuplicateKeys(this.#tape, findings);
    }
    const refused = findings.kept.find(({ severity, code }) => severity === 'error' || code === UNSEARCHABLE);
    if (refused !== undefined) return { ...refused, severity: 'error' };
    for (const [code, count] of findings.countByCode) this.#count(code, count);
    return undefined;
  }

  #count(code: string, count: number): void {
    if (count > 0) this.warnings.set(code, (this.warnings.get(code) ?? 0) + count);
  }
}
