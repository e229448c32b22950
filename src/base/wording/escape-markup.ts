const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for HTML or XML elements and quoted attributes; what XML 1.0 has no place for becomes U+FFFD. */
export function escapeMarkup(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
