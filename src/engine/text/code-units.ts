/** Texts as UTF-16 code units, of which many stand in one array: reading them there needs no string for each. */

const MAX_ARGUMENTS = 8192;

/** The string of code units, as narrow as they allow. */
export function textOfUnits(units: Uint16Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at += MAX_ARGUMENTS) {
    const some: ArrayLike<number> = units.subarray(at, Math.min(at + MAX_ARGUMENTS, end));
    text += Reflect.apply(String.fromCharCode, null, some);
  }
  return text;
}

/** The code units of a string. */
export function unitsOfText(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units;
}
