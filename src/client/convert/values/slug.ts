/** `Décor & Vasen` is `decor-vasen`. Only Latin and Greek lose their marks: バッグ and ハック are two words. */
export function slugOf(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu, '')
    .normalize('NFC');
}
