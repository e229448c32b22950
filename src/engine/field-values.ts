export type Scalar = string | number | boolean;

/** A longer text is not a filter, facet or sort key. */
const MAX_VALUE_LENGTH = 512;

/** An attribute's values, each once: of a list its members; null, empty and very long ones are none. */
export function scalars(value: unknown): Scalar[] {
  if (!Array.isArray(value)) return isFieldValue(value) ? [value] : [];
  return [...new Set(value.filter(isFieldValue))];
}

function isFieldValue(value: unknown): value is Scalar {
  if (typeof value === 'string') return value !== '' && value.length <= MAX_VALUE_LENGTH;
  return typeof value === 'number' || typeof value === 'boolean';
}

/** A text or a number as text, anything else as the empty text. */
export function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
