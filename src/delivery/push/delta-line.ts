const ADD_START = '{"op":"add","path":"';
const REMOVE_START = '{"op":"remove","path":"';
const VALUE_START = '","value":';
const QUOTE = 34;
const BACKSLASH = 92;

/** An operation as the diff writes it: op, path, value, without white space. */
export function readLine(
  bytes: Buffer,
  start: number,
  end: number,
): { path: string; isAdd: boolean; valueStart: number } {
  const isAdd = bytes[start + 7] === 97; // {"op":"a
  const pathStart = start + (isAdd ? ADD_START.length : REMOVE_START.length);
  let pathEnd = pathStart;
  let hasEscapes = false;
  while (pathEnd < end && bytes[pathEnd] !== QUOTE) {
    if (bytes[pathEnd] === BACKSLASH) {
      hasEscapes = true;
      pathEnd++;
    }
    pathEnd++;
  }
  const text = bytes.toString('utf8', pathStart, pathEnd);
  const path = hasEscapes ? (JSON.parse(`"${text}"`) as string) : text;
  return { path, isAdd, valueStart: pathEnd + VALUE_START.length };
}
