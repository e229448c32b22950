import type { FieldProfile, Profile } from '../profile/profile.ts';
import { MOST_FEEDS } from '../profile/usual-range.ts';
import type { CatalogFolder } from './catalog-folder.ts';
import { isCount, isNumber, isText, listOf, mapOf, objectOf, type Shape } from './shape.ts';

/** What is remembered of the feeds of a catalog. */
export interface FeedProfiles {
  /** Of those that tell what is usual, oldest first. */
  accepted: Profile[];
  /** Of the latest one, where it was an exception and is not among them. */
  exception?: Profile;
}

export const PROFILES_DOCUMENT = 'profiles.json';

const isShares = mapOf(isNumber);

const isFieldProfile: Shape<FieldProfile> = objectOf(
  { fill: isNumber, types: isShares },
  { distinct: isCount, length: isNumber },
);

export const isProfile: Shape<Profile> = objectOf(
  {
    at: isText,
    products: isCount,
    profiled: isCount,
    oneIn: isCount,
    inBoth: isCount,
    moves: mapOf(isCount),
    available: isNumber,
    variants: isNumber,
    prices: objectOf({ quantiles: isShares, bins: isShares }),
    categories: isShares,
    brands: isShares,
    fields: mapOf(isFieldProfile),
  },
  { added: isCount, removed: isCount, changed: isCount },
);

export const isFeedProfiles: Shape<FeedProfiles> = objectOf(
  { accepted: listOf(isProfile) },
  { exception: isProfile },
);

/** What is remembered; nothing at first. */
export async function readProfiles(folder: CatalogFolder): Promise<FeedProfiles> {
  return (await folder.read(PROFILES_DOCUMENT, isFeedProfiles)) ?? { accepted: [] };
}

/** Remembers a feed that was accepted; the oldest goes. One that an exception was made for tells nothing about what is usual. */
export async function rememberProfile(
  folder: CatalogFolder,
  profile: Profile,
  isException: boolean,
): Promise<void> {
  const { accepted, exception } = await readProfiles(folder);
  // A push that was cut short right after this is brought to its end by the next one.
  if ([accepted.at(-1)?.at, exception?.at].includes(profile.at)) return;
  if (isException) await writeProfiles(folder, { accepted, exception: profile });
  else await writeProfiles(folder, { accepted: [...accepted, profile].slice(-MOST_FEEDS) });
}

export async function writeProfiles(folder: CatalogFolder, profiles: FeedProfiles): Promise<void> {
  await folder.write(PROFILES_DOCUMENT, profiles);
}

/**
 * Forgets the latest feeds, or all of them.
 *
 * @returns how many of those that told what is usual
 */
export async function forgetProfiles(folder: CatalogFolder, latest?: number): Promise<number> {
  const { accepted } = await readProfiles(folder);
  const kept = latest === undefined ? [] : accepted.slice(0, Math.max(0, accepted.length - latest));
  if (kept.length === 0) await folder.remove(PROFILES_DOCUMENT);
  else await writeProfiles(folder, { accepted: kept });
  return accepted.length - kept.length;
}
