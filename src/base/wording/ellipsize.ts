/** A text of at most this many characters, then an ellipsis; they are UTF-16 units, which costs nothing to count. */
export function ellipsize(text: string, mostCharacters: number): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text;
}
