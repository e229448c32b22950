/** Hands on what is in a field when it changes. */
export function typed<Text extends string>(take: (text: Text) => void) {
  return (event: { currentTarget: { value: string } }) => take(event.currentTarget.value as Text);
}
