import { isListOf, isObjectOf, isText, type ValueOf } from '../../base/json/shape.ts';
import { MAX_TRAINING_FEEDS } from '../profile/baseline-range.ts';
import { isProfile, type Profile } from '../profile/profile.ts';
import type { CatalogFolder } from './catalog-folder.ts';

export const PROFILES_DOCUMENT = 'profiles.json';

/** Stored profiles of the feeds of a catalog. */
export const isFeedProfiles = isObjectOf(
  /** Of those that tell what is usual, oldest first. */
  { accepted: isListOf(isProfile) },
  {
    /** Of the latest one, where it was an exception and is not among them. */
    exception: isProfile,
    /** The service that accepted them: its baseline is not valid for another. */
    instance: isText,
  },
);
export type FeedProfiles = ValueOf<typeof isFeedProfiles>;

/** Where feeds went, as an instance of a service. */
export interface FeedTarget {
  accountId: string;
  catalogUrl: string;
}

const nameInstance = ({ accountId, catalogUrl }: FeedTarget) => `${accountId} at ${catalogUrl}`;

/**
 * Stored profiles; none at first.
 * @param target where the next feed goes: feeds that went elsewhere do not count
 */
export async function readProfiles(folder: CatalogFolder, target?: FeedTarget): Promise<FeedProfiles> {
  const profiles = (await folder.read(PROFILES_DOCUMENT, isFeedProfiles)) ?? { accepted: [] };
  const isElsewhere =
    target !== undefined && profiles.instance !== undefined && profiles.instance !== nameInstance(target);
  return isElsewhere ? { accepted: [] } : profiles;
}

/** Remembers a feed that was accepted; the oldest goes. One that an exception was made for tells nothing about what is usual. */
export async function saveProfile(
  folder: CatalogFolder,
  target: FeedTarget,
  profile: Profile,
  isException: boolean,
): Promise<void> {
  const { accepted, exception } = await readProfiles(folder, target);
  const instance = nameInstance(target);
  // A push that was cut short right after this is brought to its end by the next one.
  if ([accepted.at(-1)?.at, exception?.at].includes(profile.at)) return;
  if (isException) await writeProfiles(folder, { instance, accepted, exception: profile });
  else await writeProfiles(folder, { instance, accepted: [...accepted, profile].slice(-MAX_TRAINING_FEEDS) });
}

export async function writeProfiles(folder: CatalogFolder, profiles: FeedProfiles): Promise<void> {
  await folder.write(PROFILES_DOCUMENT, profiles);
}

/** Forgets the latest feeds, or all of them. @returns how many of those that told what is usual */
export async function forgetProfiles(folder: CatalogFolder, latest?: number): Promise<number> {
  const { accepted, instance } = await readProfiles(folder);
  const rest = latest === undefined ? [] : accepted.slice(0, Math.max(0, accepted.length - latest));
  if (rest.length === 0) await folder.remove(PROFILES_DOCUMENT);
  else await writeProfiles(folder, { ...(instance !== undefined && { instance }), accepted: rest });
  return accepted.length - rest.length;
}
