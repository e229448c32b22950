import { Findings } from '../catalog/findings/findings.ts';
import { IdLines } from '../catalog/ids/id-lines.ts';
import { openInput } from '../catalog/opening/open.ts';
import { operationHandler } from '../catalog/operations/operation-line.ts';
import { unusableInput } from '../catalog/operations/read-operations.ts';
import { reportMissingTarget } from '../catalog/rules/check-operation.ts';
import { InputSplitter } from '../catalog/splitting/splitter.ts';
import { Tape } from '../json/tape.ts';
import type { CheckOptions } from './body-check.ts';
import type { BodyFile } from './body-file.ts';

/**
 * Reads a full load that changes parts of records once more, in order: each part must be of a record that the load has
 * added before. Full loads hold whole records as a rule, so this is seldom needed.
 *
 * @throws BrctlError `operation.missing_target`, with the first places
 */
export async function refuseMissingTargets(file: BodyFile, options: CheckOptions): Promise<void> {
  const findings = new Findings(options.maxProblems, file.name);
  const records = new IdLines();
  const handler = operationHandler(
    new Tape(),
    findings,
    ({ target: { family, id, component } }, { line }) => {
      if (component === 'record') records.add(family, id, line);
      else if (!records.has(family, id)) reportMissingTarget(findings);
    },
  );
  const splitter = new InputSplitter(handler);
  for await (const chunk of await openInput(file.path, options)) {
    options.signal?.throwIfAborted();
    splitter.push(chunk);
    if (findings.errors >= options.maxProblems) break;
  }
  if (findings.errors === 0) splitter.end();
  if (findings.errors > 0) throw unusableInput(findings, file.name);
}
