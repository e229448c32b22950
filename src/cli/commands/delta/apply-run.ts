import { formatCount as count, pluralize } from '../../../base/wording/amounts.ts';
import { type ApplySummary, applyDeltas } from '../../../catalog/delta/apply.ts';
import type { RecordFormat } from '../../../catalog/delta/diff-options.ts';
import type { CommandContext } from '../../context.ts';
import { type Sink, writeAtomically } from '../../shared/atomic-output.ts';
import { refuseOverwriting, refuseStdinTwice, toInput } from '../../shared/file-operands.ts';

/** Operations are held in memory: a compressed delta that is not one is refused before it has filled that. */
const DELTA_BOMB_BYTES = 64_000_000;

export async function runApply(
  context: CommandContext,
  catalog: string,
  deltas: readonly string[],
  flags: { output?: string; inputFormat: RecordFormat },
): Promise<void> {
  refuseStdinTwice([catalog, ...deltas]);
  refuseOverwriting(context.cwd, deltas, flags.output, 'the new catalog');
  const { maxErrors } = context.globals;
  let warnings = 0;
  const apply = (sink: Sink) =>
    context.output.progress(`applying to ${catalog}`, () =>
      applyDeltas(
        toInput(context, catalog, { maxInflatedBytes: Infinity }),
        deltas.map((delta) =>
          toInput(context, delta, { maxInflatedBytes: Infinity, bombBytes: DELTA_BOMB_BYTES }),
        ),
        sink,
        {
          recordFormat: flags.inputFormat,
          maxProblems: maxErrors,
          signal: context.signal,
          onWarning: (warning) => {
            if (warnings++ < maxErrors) context.output.warnOf(warning);
          },
        },
      ),
    );
  const file = flags.output === undefined || flags.output === '-' ? undefined : flags.output;
  const summary = await writeAtomically(context, file, apply);
  if (warnings > maxErrors)
    context.output.warn(`${count(warnings - maxErrors)} more like these (--max-errors)`);
  if (file !== undefined && context.output.json)
    await context.output.result({ schema: 'brctl.apply/1', file, ...summary }, () => '');
  context.output.note(describeApplied(summary, file));
}

function describeApplied(summary: ApplySummary, file = 'the catalog'): string {
  const { operations, records, added, changed, removed } = summary;
  const changes = `${count(added)} added, ${count(changed)} changed, ${count(removed)} removed`;
  return `${pluralize(operations, 'operation')} applied: ${changes}; ${pluralize(records, 'record')} in ${file} now`;
}
