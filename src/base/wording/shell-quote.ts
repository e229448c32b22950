/**
 * A word as a POSIX shell reads it back, quoted where needed; a leading `=` for zsh, which looks up commands.
 */
export function shellQuote(word: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
