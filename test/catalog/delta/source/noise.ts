/** Text that does not shrink much, so that the compressed file takes many pushes. */
export function noise(length: number): Buffer {
  let state = 1;
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = 0x20 + (state >>> 26);
  }
  return bytes;
}
