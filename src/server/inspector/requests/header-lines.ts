/** Headers as lines to edit: `name: value`. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** The opposite; lines without a name are left out. */
export function readHeaderLines(text: string): Record<string, string> {
  const pairs = text.split('\n').map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, Math.max(0, at)).trim(), line.slice(at + 1).trim()] as const;
  });
  return Object.fromEntries(pairs.filter(([name]) => name !== ''));
}
