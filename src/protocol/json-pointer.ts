/** One segment of a JSON Pointer, escaped: `~` becomes `~0`, `/` becomes `~1` (RFC 6901). */
export function escapeSegment(segment: string): string {
  return segment.includes('~') || segment.includes('/')
    ? segment.replaceAll('~', '~0').replaceAll('/', '~1')
    : segment;
}

/** The segment that `escapeSegment` made; undefined where `~` is followed by anything but 0 or 1 (an error in RFC 6901). */
export function unescapeSegment(escaped: string): string | undefined {
  if (!escaped.includes('~')) return escaped;
  if (/~(?![01])/.test(escaped)) return undefined;
  return escaped.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A JSON Pointer from its segments: `['products', 'a/b']` gives `/products/a~1b`. */
export function toPointer(segments: readonly string[]): string {
  return segments.map((segment) => `/${escapeSegment(segment)}`).join('');
}

/** The segments of a JSON Pointer, or undefined when it is none. The empty pointer has no segments. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  const segments: string[] = [];
  for (const escaped of pointer.slice(1).split('/')) {
    const segment = unescapeSegment(escaped);
    if (segment === undefined) return undefined;
    segments.push(segment);
  }
  return segments;
}
