/** Units by what they measure: how many of the smallest one each is, as a fraction of whole numbers. */
const KINDS: readonly Readonly<Record<string, readonly [bigint, bigint]>>[] = [
  {
    mm: [1n, 1n],
    cm: [10n, 1n],
    m: [1000n, 1n],
    in: [254n, 10n],
    '"': [254n, 10n],
    ft: [3048n, 10n],
    yd: [9144n, 10n],
  },
  {
    mg: [1n, 1n],
    g: [1000n, 1n],
    kg: [1_000_000n, 1n],
    oz: [28_349_523_125n, 1_000_000n],
    lb: [45_359_237n, 100n],
  },
  { ml: [1n, 1n], cl: [10n, 1n], dl: [100n, 1n], l: [1000n, 1n] },
];

/** Digits behind the point that a quotient without end keeps. */
const MAX_FRACTION_DIGITS = 6;

export function isUnit(unit: string): boolean {
  return KINDS.some((kind) => Object.hasOwn(kind, unit));
}

/**
 * A quantity, digits without exponent, in another unit: 120 mm is 12 cm; rounded to six digits where it does not
 * come out even. Undefined where the units measure different things.
 */
export function convertUnit(digits: string, from: string, to: string): string | undefined {
  if (from === to) return digits;
  const kind = KINDS.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  const [source, target] = [kind?.[from], kind?.[to]];
  if (source === undefined || target === undefined || /[eE]/.test(digits)) return undefined;
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const scale = 10n ** BigInt(fraction.length);
  const above = BigInt(whole + fraction) * source[0] * target[1] * 10n ** BigInt(MAX_FRACTION_DIGITS);
  const below = scale * source[1] * target[0];
  const scaled = ((above * 2n) / below + 1n) / 2n;
  return (digits.startsWith('-') ? '-' : '') + withPoint(scaled);
}

function withPoint(scaled: bigint): string {
  const text = String(scaled).padStart(MAX_FRACTION_DIGITS + 1, '0');
  const whole = text.slice(0, -MAX_FRACTION_DIGITS);
  const fraction = text.slice(-MAX_FRACTION_DIGITS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
