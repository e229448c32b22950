/** Units by what they measure: how many of the smallest one each is. */
const KINDS: readonly Readonly<Record<string, number>>[] = [
  { mm: 1, cm: 10, m: 1000, in: 25.4, '"': 25.4, ft: 304.8, yd: 914.4 },
  { mg: 1, g: 1000, kg: 1_000_000, oz: 28_349.523_125, lb: 453_592.37 },
  { ml: 1, cl: 10, dl: 100, l: 1000 },
];

/** Digits behind the point that a quotient without end keeps. */
const MAX_FRACTION_DIGITS = 6;

export const isUnit = (unit: string): boolean => KINDS.some((kind) => Object.hasOwn(kind, unit));

/**
 * A quantity, digits without exponent, in another unit: 120 mm is 12 cm; rounded to six digits where it does not
 * come out even. Undefined where the units measure different things.
 */
export function convertUnit(digits: string, from: string, to: string): string | undefined {
  if (from === to) return digits;
  const kind = KINDS.find((units) => Object.hasOwn(units, from) && Object.hasOwn(units, to));
  const [source, target] = [kind?.[from], kind?.[to]];
  if (source === undefined || target === undefined || /[eE]/.test(digits)) return undefined;
  const converted = ((Number(digits) * source) / target).toFixed(MAX_FRACTION_DIGITS);
  return converted.replace(/\.?0+$/, '');
}
