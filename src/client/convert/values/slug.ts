/**
 * A name as ids and addresses have it: `Décor & Vasen` is `decor-vasen`. Latin and Greek letters lose their accents; in other
 * scripts marks belong to the letter, as in バッグ (a bag) and ハック (a hack).
 */
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
