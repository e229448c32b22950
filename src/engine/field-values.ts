export type Scalar = string | number | boolean;

/** A longer text is not a filter, facet or sort key. */
export const MAX_VALUE_LENGTH = 512;

/** An attribute's values, each once: of a list its members; null, empty, very long and endless ones are none. */
export function listScalars(value: unknown): Scalar[] {
  if (!Array.isArray(value)) return isFieldValue(value) ? [value] : [];
  return [...new Set(value.filter(isFieldValue))];
}

export function isFieldValue(value: unknown): value is Scalar {
  if (typeof value === 'string') return value !== '' && value.length <= MAX_VALUE_LENGTH;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

/** Whether a value is a number, or a text that reads as one. */
export function isNumeric(value: Scalar): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && toNumberText(value) !== null;
}

/** A text or a number as text, anything else as the empty text. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/**
 * A number that was written as text, as JSON writes it, with the digits it came with; null for a text that is no number, or
 * one beyond the range of a double.
 */
export function toNumberText(text: string): string | null {
  const given = text.trim();
  if (given === '' || !Number.isFinite(Number(given))) return null;
  if (JSON_NUMBER.test(given)) return given;
  // `+5`, `007`, `.50` and `5.` as JSON has them; other spellings, such as 0x10, by their value.
  const written = given
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^-?(?=\.)/, (sign) => `${sign}0`)
    .replace(/\.(?!\d)/, '');
  return JSON_NUMBER.test(written) ? written : String(Number(given));
}
