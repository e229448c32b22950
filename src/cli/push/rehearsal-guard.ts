import { findBase, type KnowingContext, usableSnapshot } from '../../delivery/push/find-base.ts';
import { type GuardVerdict, REHEARSAL } from '../../delivery/push/guards.ts';
import type { CommandContext } from '../context.ts';
import type { Rehearsed } from '../rehearse/rehearsing.ts';
import { rehearseCatalogs } from '../rehearse/rehearsing.ts';

/** Failures that are told. */
const EXAMPLES = 3;

/** `push --rehearse`: what a push does to the searches that matter, as one more guard of it. */
export async function judgeByRehearsal(
  context: CommandContext,
  { folder, options }: Omit<KnowingContext, 'note'>,
  rehearsed: Omit<Rehearsed, 'before' | 'nameBefore'>,
): Promise<GuardVerdict> {
  // The plan has told already where the last push went.
  const knowing = { folder, options, note: () => undefined };
  const base = await findBase(knowing, await usableSnapshot(knowing));
  const nameBefore = base?.path ?? 'the live catalog';
  const report = await rehearseCatalogs(context, { ...rehearsed, before: base?.path, nameBefore });
  const { queries, failed, inconclusive, moved } = report.summary;
  const data = { queries, failed, inconclusive, moved };
  const failures = report.queries
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ name, checks }) => `${name}: ${checks.find(({ verdict }) => verdict === 'failed')?.why}`);
  if (failed === 0) {
    const why = `none of ${queries} queries fails its expectations; ${moved} of them moved`;
    return { code: REHEARSAL, verdict: 'passed', why, data };
  }
  const told = failures.slice(0, EXAMPLES).join('; ');
  const why = `${failed} of ${queries} queries fail their expectations; ${told}`;
  return { code: REHEARSAL, verdict: 'refused', why, data };
}
