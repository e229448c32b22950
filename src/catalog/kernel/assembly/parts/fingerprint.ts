/** The fingerprint of the record's key, and the numbers that it depends on. */
export class Fingerprint {
  static low: i32 = 0;
  static high: i32 = 0;
  static seedLow: i32 = 0;
  static seedHigh: i32 = 0;
}

/** Both halves of the fingerprint of the record's key; the same as fingerprint.ts makes. */
export function fingerprint(start: usize, length: i32): void {
  let low = Fingerprint.seedLow ^ length;
  let high = Fingerprint.seedHigh ^ length;
  for (let offset: i32 = 0; offset < length; offset++) {
    const byte = <i32>load<u8>(start + offset);
    low = (low ^ byte) * 16777619;
    low ^= low >>> 15;
    high = (high ^ byte) * 16777619;
    high ^= high >>> 15;
  }
  Fingerprint.low = (low ^ (low >>> 13)) * 0x5bd1e995;
  Fingerprint.high = (high ^ (high >>> 13)) * 0x5bd1e995;
}
