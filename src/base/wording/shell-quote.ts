/**
 * A word as a POSIX shell reads it back: as it is where no shell does anything with it, else in single quotes. A leading
 * `=` is quoted for zsh, which looks up a command by it. A NUL cannot be passed to any command.
 */
export function shellQuote(word: string): string {
  return /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
