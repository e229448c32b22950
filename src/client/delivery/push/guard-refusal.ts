import type { GuardVerdict } from './guards.ts';

/** Guards refuse a load. What they say of it, and what lets it pass, is told in the words of the command line. */
export class GuardRefusal extends Error {
  override readonly name = 'GuardRefusal';
  readonly code: string;
  readonly refusals: readonly GuardVerdict[];

  constructor(refusals: readonly GuardVerdict[]) {
    const codes = refusals.map(({ code }) => code);
    super(`refused by ${codes.join(', ')}`);
    this.refusals = refusals;
    this.code = codes[0] as string;
  }
}

export function refuseByGuards(verdicts: readonly GuardVerdict[]): void {
  const refusals = verdicts.filter(({ verdict }) => verdict === 'refused');
  if (refusals.length > 0) throw new GuardRefusal(refusals);
}
