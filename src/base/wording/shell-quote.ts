/** A word, without NUL, as a POSIX shell reads it back. zsh would look up a command by a leading `=`. */
export function quoteForShell(word: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
