import type { Pair } from '../../../client/api/search-request.ts';
import type { Culprit, ProductChange, Step } from './bisect-document.ts';
import type { PastService, RecordChange, Version } from './past-service.ts';
import { RecordPresence } from './record-presence.ts';

/** Products of the top that are told. */
const MAX_OTHERS = 5;

/** Tells of the load that made the later one of two versions. */
export async function describeCulprit(asked: {
  past: PastService;
  product: string;
  pairs: readonly Pair[];
  versions: readonly Version[];
  presence: RecordPresence;
  before: Step;
  after: Step;
}): Promise<Culprit> {
  const { past, versions, presence, after } = asked;
  const made = versions.find(({ version }) => version === after.version) as Version;
  const { version, type, job_id, source, applied_at, request_id, added, changed, removed } = made;
  const request = await past.request(request_id);
  const change = presence.changeIn(version);
  return {
    version,
    type,
    job_id,
    source,
    applied_at,
    request: request ?? (request_id === null ? null : { id: request_id, at: null, method: null, url: null }),
    change: change === undefined ? null : productChange(change),
    others: await othersOf(asked),
    counts: added === null || changed === null || removed === null ? null : { added, changed, removed },
  };
}

/** Who came into the top, or left it, as the product left it or came: of those that the load itself touched. */
async function othersOf({
  past,
  product,
  pairs,
  before,
  after,
}: {
  past: PastService;
  product: string;
  pairs: readonly Pair[];
  before: Step;
  after: Step;
}): Promise<Culprit['others']> {
  const isOutranked = [before.code, after.code].includes('explain.outranked');
  if (!isOutranked) return [];
  const [old, present] = [await past.top(pairs, before.version), await past.top(pairs, after.version)];
  const [from, to] = after.found ? [present, old] : [old, present];
  const others: Culprit['others'] = [];
  for (const id of to.filter((each) => each !== product && !from.includes(each))) {
    const { changes, isComplete } = await past.changes(id);
    const change = new RecordPresence(changes, isComplete).changeIn(after.version);
    if (change === undefined || others.length === MAX_OTHERS) continue;
    others.push({
      product: id,
      rank_before: rankIn(old, id),
      rank_after: rankIn(present, id),
      ...productChange(change),
    });
  }
  return others;
}

function rankIn(top: readonly string[], id: string): number | null {
  return top.includes(id) ? top.indexOf(id) + 1 : null;
}

function productChange({ kind, line, operations }: RecordChange): ProductChange {
  return { kind: kind as ProductChange['kind'], line, operations };
}
