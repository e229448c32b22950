/** Bytes of a line in which its path is looked for. */
const HEAD_BYTES = 512;
const RECORD_PATH = /"path"\s*:\s*"\/(?:products|items)\/((?:[^"\\/]|\\.)*)"/;

/**
 * The id of the record that a line adds, as JSON decodes it; undefined when its path does not stand at the start. Quick
 * and for lines that were checked before.
 */
export function idOfLine(text: Buffer, start: number, end: number): string | undefined {
  const head = text.toString('utf8', start, Math.min(end, start + HEAD_BYTES));
  const raw = RECORD_PATH.exec(head)?.[1];
  if (raw === undefined) return undefined;
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/** 53 bits of an id (cyrb53): two ids with the same fingerprint cost a slower comparison, nothing more. */
export function fingerprintOf(id: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < id.length; at++) {
    const unit = id.charCodeAt(at);
    low = Math.imul(low ^ unit, 2_654_435_761);
    high = Math.imul(high ^ unit, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & high) + (low >>> 0);
}
