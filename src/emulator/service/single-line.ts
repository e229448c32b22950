const LINE_BREAK = /[\r\n]/;

/** A JSON string, kept whole, or white space between the tokens. */
const STRING_OR_SPACE = /("(?:[^"\\]|\\.)*")|\s+/g;

/** JSON text on one line: an array of operations may be laid out over many, and its records must fit into JSON Lines. */
export function singleLine(json: string): string {
  return LINE_BREAK.test(json) ? json.replace(STRING_OR_SPACE, '$1') : json;
}
