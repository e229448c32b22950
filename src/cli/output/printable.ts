/** Data must not steer the terminal: without control characters and those that turn the direction of writing, on one line. */
export function printable(text: string): string {
  return withoutControls(text).replace(/[\t\n\u2028\u2029]/g, ' ');
}

/** The same for texts of several lines. */
export function withoutControls(text: string): string {
  // Every control character but tab and line feed, and what turns the direction.
  return text.replace(/[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/gu, '');
}
