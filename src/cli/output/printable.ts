/** Data must not steer the terminal: without control characters and those that turn the direction of writing, on one line. */
export function printable(text: string): string {
  return withoutControls(text).replace(/[\t\n\u2028\u2029]/g, ' ');
}

/** The same for texts of several lines. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '');
}
