import { omitUndefined } from '../../../base/omit-undefined.ts';
import { FINDING_CODES, type FindingCode } from '../../profile/finding-codes.ts';
import { type FeedAssessment, judgeFeed, selectTrainingFeeds } from '../../profile/judge-feed.ts';
import type { Example } from '../../profile/movement.ts';
import { type CatalogCounts, createProfile } from '../../profile/profile.ts';
import { type FeedTarget, readProfiles } from '../../state/feed-profiles.ts';
import type { Changes } from './changes.ts';
import type { ProfiledFeed } from './profile-feed.ts';
import type { PushContext } from './push-context.ts';

const MAX_EXAMPLES = 5;

export async function assessFeed(
  { folder, options }: Pick<PushContext, 'folder'> & { options: FeedTarget },
  { watched, linesAt }: ProfiledFeed,
  counts: Pick<CatalogCounts, 'at' | 'products'>,
  changes: Changes | undefined,
): Promise<FeedAssessment> {
  const { movement, tally } = watched;
  const { accepted } = await readProfiles(folder, options);
  const { added, removed, changed } = changes ?? {};
  const profile = createProfile({ ...counts, ...omitUndefined({ added, removed, changed }) }, watched);
  const judged = judgeFeed(profile, accepted);
  const unusual = judged.filter(({ isUnusual }) => isUnusual);
  const codes = (Object.keys(FINDING_CODES) as FindingCode[]).filter((code) =>
    unusual.some((figure) => figure.code === code),
  );
  const findings = codes.map((code) => {
    const ofCode = unusual.filter((figure) => figure.code === code);
    const examples = ofCode.flatMap(({ examples: move }) =>
      move ? movement.listExamples(move, (value) => tally.getCount(value)) : [],
    );
    const missing = changes?.examples.removed.map((product) => ({ product })) ?? [];
    const isOfMissing = code === 'count.drop' || code === 'removed.jump';
    return { code, unusual: ofCode, examples: isOfMissing ? missing : takeFirst(examples) };
  });
  const shown = findings.flatMap(({ examples }) => examples);
  await findLines(shown, linesAt);
  return {
    profile,
    feeds: selectTrainingFeeds(accepted).length,
    known: accepted.length,
    figures: judged.length,
    findings,
  };
}

function takeFirst(examples: readonly Example[]): Example[] {
  const byProduct = new Map(examples.map((example) => [example.product, example]));
  return [...byProduct.values()].slice(0, MAX_EXAMPLES).map((example) => ({ ...example }));
}

async function findLines(examples: readonly Example[], linesAt: ProfiledFeed['linesAt']): Promise<void> {
  const lines = await linesAt(examples.flatMap(({ position }) => position ?? []));
  for (const example of examples) {
    const line = example.position === undefined ? undefined : lines.get(example.position);
    if (line !== undefined) example.line = line;
  }
}
