import { findBase, type KnowingContext, usableSnapshot } from '../../delivery/push/find-base.ts';
import { type GuardVerdict, REHEARSAL } from '../../delivery/push/guards.ts';
import type { CommandContext } from '../context.ts';
import type { Rehearsed } from '../rehearse/rehearsing.ts';
import { rehearseCatalogs } from '../rehearse/rehearsing.ts';

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
  const found = { kind: 'rehearsal', queries, moved, failures } as const;
  return { code: REHEARSAL, verdict: failed === 0 ? 'passed' : 'refused', found, data };
}
