/**
 * Two neighbouring versions of which one shows the product and the other does not; without them, it is shown by every
 * version that was looked at, or by none at all.
 */
export type ChangeSearch =
  | { kind: 'lost' | 'brought'; before: number; after: number }
  | { kind: 'kept' | 'never' };

/**
 * Finds the change behind what the newest version shows, as `git bisect` does: from the newest version back in growing
 * steps to one that shows the opposite, then between them by halves. Where the product came and went several times, it is
 * one of those changes, and more likely a late one.
 * @param versions ascending, at least one
 * @param mayShow false where the record surely is not there: that needs no index
 * @param shows does a version show the product? Asked once for each version
 */
export async function findChange(
  versions: readonly number[],
  mayShow: (version: number) => boolean,
  shows: (version: number) => Promise<boolean>,
): Promise<ChangeSearch> {
  const answers = new Map<number, boolean>();
  const isShown = async (index: number): Promise<boolean> => {
    const answer =
      answers.get(index) ?? (mayShow(versions[index] as number) && (await shows(versions[index] as number)));
    answers.set(index, answer);
    return answer;
  };
  const last = versions.length - 1;
  const now = await isShown(last);
  const opposite = await findOpposite(last, now, (index) => mayShow(versions[index] as number), isShown);
  if (opposite === undefined) return { kind: now ? 'kept' : 'never' };
  // The nearest one above it that is known to be as now.
  const like = [...answers].filter(([nth, answer]) => nth > opposite && answer === now).map(([nth]) => nth);
  let [low, high] = [opposite, Math.min(...like)];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((await isShown(middle)) === now) high = middle;
    else low = middle;
  }
  return {
    kind: now ? 'brought' : 'lost',
    before: versions[low] as number,
    after: versions[high] as number,
  };
}

/** A place before `last` that is not as `last` is; undefined where there is none. */
async function findOpposite(
  last: number,
  now: boolean,
  mayShow: (index: number) => boolean,
  isShown: (index: number) => Promise<boolean>,
): Promise<number | undefined> {
  const earlier = Array.from({ length: last }, (_, index) => last - 1 - index);
  if (now) {
    const absent = earlier.find((index) => !mayShow(index));
    if (absent !== undefined) return absent;
    return await findFirst(takeGrowing(earlier), async (index) => !(await isShown(index)));
  }
  // That no version shows it can be said only when each that might has been asked.
  const possible = earlier.filter(mayShow);
  const near = takeGrowing(possible);
  const rest = possible.filter((index) => !near.includes(index));
  return await findFirst([...near, ...rest], isShown);
}

/** The first, second, fourth, eighth … and the last. */
function takeGrowing(places: readonly number[]): number[] {
  return places.filter((_, index) => Number.isInteger(Math.log2(index + 1)) || index === places.length - 1);
}

async function findFirst(
  places: readonly number[],
  is: (place: number) => Promise<boolean>,
): Promise<number | undefined> {
  for (const place of places) if (await is(place)) return place;
  return undefined;
}
