import type { FindingCode } from '../../profile/finding-codes.ts';
import type { Judged } from '../../profile/judge-feed.ts';
import type { Example } from '../../profile/movement.ts';
import type { Profile } from '../../profile/profile.ts';

/** A feed beside those that were accepted before. */
export interface LearnedFeed {
  profile: Profile;
  /** Accepted feeds that it was held against; 0 while there are too few. */
  feeds: number;
  /** All that are known. */
  known: number;
  /** Figures that were looked at. */
  figures: number;
  /** What is out of the ordinary, by code. */
  findings: Finding[];
}

export interface Finding {
  code: FindingCode;
  /** The figures that are. */
  unusual: Judged[];
  examples: Example[];
}
