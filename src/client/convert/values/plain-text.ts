import { decodeEntities } from './entities.ts';

/** Text without white space around it, with the entities of HTML decoded, which feeds of every kind contain. */
export function cleanText(text: string): string {
  const decoded = text.includes('&') && text.includes(';') ? decodeEntities(text) : text;
  return decoded.trim();
}

const HIDDEN = /^(script|style)\b/i;

/** What a browser would show of HTML, on one line. Linear in its length, whatever it holds. */
export function textOfHtml(html: string): string {
  if (!html.includes('<')) return cleanText(html);
  let text = '';
  let at = 0;
  let lower: string | undefined;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const close = open < 0 ? -1 : html.indexOf('>', open);
    if (close < 0) {
      text += html.slice(at);
      break;
    }
    // Below 5 degrees is written as <5, too.
    if (!/[A-Za-z/!?]/.test(html[open + 1] as string)) {
      text += html.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    text += `${html.slice(at, open)} `;
    const [, hidden] = HIDDEN.exec(html.slice(open + 1, open + 8)) ?? [];
    if (hidden === undefined) at = close + 1;
    else {
      lower ??= html.toLowerCase();
      const end = lower.indexOf(`</${hidden.toLowerCase()}`, close);
      at = end < 0 ? html.length : end;
    }
  }
  return cleanText(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:!?])/g, '$1');
}
