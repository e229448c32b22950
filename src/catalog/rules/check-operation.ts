import type { Problem } from '../../base/errors.ts';
import { MAX_STORED_DEPTH, scanJson } from '../../base/json/scan.ts';
import { Tape } from '../../base/json/tape.ts';
import type { Operation, Target } from '../../protocol/operation.ts';
import { Findings } from '../findings/findings.ts';
import type { ParsedOperation } from '../operations/parse-operation.ts';
import { getAttributeRule } from './attribute-rules.ts';
import { checkAttributeValue } from './check-attribute.ts';
import { type CheckContext, reportName } from './check-record.ts';
import { checkValue } from './check-value.ts';
import { findIdProblem } from './id-rules.ts';

/** Kind of load: a delta (PATCH) or a full load (PUT). */
export type LoadMode = 'full' | 'delta';

const PATH = '/path';
const VALUE = '/value';

/** Checks the ids that an operation names. */
function checkIds({ family, id, segments }: Target, pointer: string, findings: Findings): void {
  const check = (what: string, checked: string) => {
    const problem = findIdProblem(what, checked);
    if (problem !== undefined) findings.error(problem.code, problem.message, { pointer });
  };
  check(family === 'items' ? 'item' : 'product', id);
  for (let nth = 1; nth < segments.length; nth += 2) {
    const [container, memberId] = segments.slice(nth - 1) as [string, string];
    if (container !== 'attributes') check(container === 'views' ? 'view' : 'variant', memberId);
  }
}

/** Checks an operation on one attribute: its name in the path, its value where there is one. */
function checkSingleAttribute(context: CheckContext, { target, valueNode, op }: ParsedOperation): void {
  const name = target.segments.at(-1) as string;
  const rule = getAttributeRule(name, target.family);
  reportName(context.findings, rule, { pointer: PATH });
  if (valueNode !== undefined)
    checkAttributeValue(context.tape, valueNode, rule, () => VALUE, context.findings);
  const isRequired = target.component === 'attribute' && (name === 'title' || name === 'url');
  if (op === 'remove' && isRequired && target.family === 'products') {
    context.findings.warning('attribute.required', `this leaves the product without '${name}'`, {
      pointer: PATH,
    });
  }
}

/**
 * Checks an operation whose value is a node of `tape`: everything that `parseOperation` leaves open.
 *
 * An error makes the service refuse the whole request or job, a warning does not. The rules with their sources:
 * docs/reference/catalog-files.md.
 *
 * @returns the bits of `REQUIRED` that a whole product lacks
 */
export function checkParsedOperation(
  tape: Tape,
  parsed: ParsedOperation,
  mode: LoadMode,
  findings: Findings,
): number {
  const { op, target, valueNode, isPlain } = parsed;
  const context = { tape, family: target.family, findings, isPlain };
  if (mode === 'full' && op === 'remove') {
    findings.error('operation.remove_in_full', 'a full load can only add; remove belongs in a delta', {
      pointer: '/op',
    });
  }
  checkIds(target, isPlain ? '/id' : PATH, findings);
  if (target.component.endsWith('attribute')) checkSingleAttribute(context, parsed);
  else if (valueNode !== undefined)
    return checkValue(context, target, valueNode, () => (isPlain ? '' : VALUE));
  return 0;
}

/** A full load starts from nothing (spec: B, PUT; doc: public-facts B5). */
export function reportMissingTarget(findings: Findings): void {
  const message = 'a full load starts from nothing, and this record was not added before';
  findings.error('operation.missing_target', message, { pointer: '/path' });
}

const scratch = new Tape();

/**
 * Checks one operation by the rules of the service: those that refuse the whole request or job (severity `error`)
 * and those that are worth knowing (`warning`). One function for `validate`, `submit` and the local service, so that
 * they cannot disagree. Rules and sources: docs/reference/catalog-files.md.
 *
 * @param mode `full` for a PUT, which takes no `remove` (doc: public-facts B5, PUT rules)
 * @returns the problems, at most 20 of each severity, without columns; empty when there are none
 */
export function checkOperation(operation: Operation, mode: LoadMode): Problem[] {
  const findings = new Findings();
  findings.beginLine(operation.line);
  findings.product = operation.target.id;
  const { op, target, value } = operation;
  if (value !== undefined) {
    const bytes = Buffer.from(value);
    const problem = scanJson(scratch, bytes, 0, bytes.length, MAX_STORED_DEPTH);
    if (problem !== null) {
      findings.error(problem.code, problem.message, { pointer: VALUE });
      return findings.kept;
    }
  }
  const valueNode = value === undefined ? undefined : 0;
  checkParsedOperation(scratch, { op, target, valueNode }, mode, findings);
  return findings.kept;
}
