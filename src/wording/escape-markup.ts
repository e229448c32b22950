const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A text as it stands in HTML or XML, in elements and in quoted attributes. What XML 1.0 has no place for (control
 * characters, halves of surrogate pairs) becomes U+FFFD.
 */
export function escapeMarkup(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  );
}
