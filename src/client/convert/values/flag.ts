import { memoizeByText } from './memoize-by-text.ts';
import { withoutAccents } from './plain-text.ts';

/** Yes and no, and what software says of a product that is shown or not. */
const YES = 'true|yes|是|예|はい|כן|نعم|y|1|+|on|enabled|published|active|visible';
const NO =
  'false|no|nee|否|아니오|いいえ|לא|لا|n|0|-1|-|off|disabled|inactive|inaktiv|inactif|unpublished|draft|archived|not visible|coming soon|demnächst|bientôt disponible|próximamente|prossimamente|binnenkort|wkrótce|скоро|незабаром|σύντομα|brevemente|em breve|hamarosan|yakında|în curând|kommer snart|in arrivo';

/** Words of merchant feeds and of schema.org's ItemAvailability; what can be ordered ahead is available. */
const AVAILABLE = [
  'in stock|instock|upon order|special order|ships today|few left|last few|available|available for order|preorder|pre order|presale|backorder|back order',
  'limited availability|limitedavailability|limited stock|onlineonly|instoreonly|made to order|backordered|back ordered',
  'madetoorder|onbackorder|low stock|download|on display to order|next working day|next day delivery',
  'ja|vorrätig|sofort|ab lager|auf lager|lagernd|verfügbar|sofort verfügbar|sofort lieferbar|lieferbar|vorbestellbar|auf bestellung|vorbestellt|nachbestellt|restposten|wenige verfügbar|versandfertig|abholbereit|lieferrückstand|nächsten werktag',
  'oui|en stock|disponible|précommande|sur commande|disponible sur commande|en réassort|disponible immédiatement|en magasin|stock limité|stock faible|derniers exemplaires|dernières pièces|expédié',
  'sí|en existencia|en existencias|hay existencias|con stock|disponible ya|bajo pedido|preventa|por encargo|últimas unidades|pocas unidades|disponibles|en almacén',
  'disponibile|in magazzino|disponibilità immediata|immediatamente disponibile|su ordinazione|su richiesta|ordinabile|preordine|ultimi pezzi|in esaurimento|disponibili|pronta consegna',
  'ναι|διαθέσιμο|διαθέσιμη|διαθέσιμα|άμεσα διαθέσιμο|άμεση παραλαβή|σε απόθεμα|κατόπιν παραγγελίας|προπαραγγελία|ετοιμοπαράδοτο|παράδοση|άμεσα|άμεση|τελευταία κομμάτια|περιορισμένη διαθεσιμότητα',
  'op voorraad|leverbaar|beschikbaar|i lager|finns i lager|på lager|finns|lagervara|beställningsvara|tillgänglig|bestillingsvare|skaffevare|få kvar|laagste voorraad|beperkt op voorraad|förbeställning|restnoterad',
  'ano|skladem|na skladě|skladom|dostupné|k dispozici|na objednávku|předobjednávka|poslední kus|poslední kusy|posledné kusy|do týdne|ihned|ihned k odeslání|ihneď|dostupný|dostupná|u dodavatele|u dodávateľa|do 24 hodin',
  'tak|dostępny|dostępna|dostępne|w magazynie|na stanie|na magazynie|od ręki|na zamówienie|przedsprzedaż|mała ilość|duża ilość|średnia ilość|dużo|ostatnie sztuki|ostatnia sztuka|dostępność|wysyłka|jest',
  'да|в наличии|есть|есть в наличии|на складе|под заказ|предзаказ|доступен|доступно|мало|много|достаточно|заканчивается|доступна|доступны|в достатке',
  'так|є|є в наявності|в наявності|на складі|під замовлення|передзамовлення|доступний|закінчується|доступна|є на складі|готовий до відправки|готово до відправки|достатньо',
  'sim|em estoque|disponível|em stock|pronta entrega|sob encomenda|últimas peças|últimas unidades|poucas unidades|disponíveis|disponível em estoque',
  'igen|raktáron|készleten|elérhető|rendelhető|előrendelhető|van|külső raktáron|utolsó darabok|rendelésre|azonnal|azonnal elvihető|kapható',
  'evet|stokta|stokta var|mevcut|var|ön sipariş|sınırlı stok|az kaldı|son ürünler|stokta az|hemen teslim',
  'da|în stoc|pe stoc|stoc limitat|la comandă|precomandă|disponibil în stoc|disponibil|ultimele produse|ultimul produs|stoc furnizor',
  'còn hàng|มีสินค้า|พร้อมส่ง|kyllä|varastossa|saatavilla|heti saatavilla|tilattavissa|на склад|налично|наличен|na zalogi|na zalihi|dostupan|dostupno',
  '有货|现货|在售|有库存|预售|有貨|現貨|有庫存|預購|במלאי|יש במלאי|זמין|재고있음|재고 있음|판매중|정상판매|주문제작|당일발송|充足|库存紧张|庫存緊張|少量|あり|있음|예약판매|متوفر|متوفر في المخزون',
  'unlimited|在庫あり|在庫有り|在庫有|有|あり|販売中|予約受付中|予約|取り寄せ|お取り寄せ|残りわずか|残り|僅少|受注生産|即納|当日出荷|当日発送|◎|○|◯|△',
];

const UNAVAILABLE = [
  'out of stock|outofstock|out stock|sold out|soldout|unavailable|not available|discontinued|reserved|no stock|nil stock|awaiting stock|awaiting delivery',
  'nein|nicht vorrätig|nicht auf lager|nicht lieferbar|nicht verfügbar|ausverkauft|vergriffen|eingestellt|nicht mehr auf lager|derzeit nicht verfügbar',
  'non|rupture|en rupture|rupture de stock|en rupture de stock|épuisé|indisponible|hors stock|non disponible|pas en stock|plus disponible|plus en stock|épuisée|épuisés|réapprovisionnement|réapprovisionnement en cours',
  'agotado|sin stock|sin existencias|no disponible|fuera de stock|descatalogado|agotada|agotados|no hay existencias',
  'esaurito|non disponibile|non in magazzino|terminato|fuori produzione|esaurita|esauriti|non ordinabile',
  'όχι|μη διαθέσιμο|μη διαθέσιμη|μη διαθέσιμα|εξαντλημένο|εξαντλήθηκε|εξαντλημένη|εξαντλημένα|σε έλλειψη|έλλειψη|αναμένεται|εκτός αποθέματος|δεν υπάρχει|κατάργηση',
  'niet op voorraad|niet leverbaar|niet beschikbaar|uitverkocht|ej i lager|inte i lager|slut|slut i lager|slutsåld|slut på lager|utgått|udgået|ikke på lager|udsolgt|utsolgt|nej',
  'ne|není skladem|není na skladě|vyprodáno|nedostupné|nie je skladom|vypredané|momentálně nedostupné|vyprodaný|vyprodaná|vyprodané|vypredaný|nedostupný|nedostupná|na cestě|na ceste|očekáváme|ukončeno|prodej ukončen|predaj ukončený',
  'nie|niedostępny|niedostępna|niedostępne|brak|brak w magazynie|wyprzedany|wyprzedane|brak towaru|brak na stanie|brak na magazynie|brak na składzie|wyprzedana|wycofany|wycofane|oczekiwanie na dostawę|w drodze',
  'нет|нет в наличии|отсутствует|распродано|продано|недоступен|недоступно|нет на складе|ожидается|снят с производства|закончился|закончилась|закончилось|распродана|недоступна|в пути|ожидаем',
  'ні|немає|немає в наявності|нема|відсутній|розпродано|недоступний|немає на складі|очікується|закінчився|закінчилась|закінчилося|закінчились|розпродана|недоступна|відсутня|знято з виробництва|в дорозі',
  'não|esgotado|sem estoque|indisponível|fora de estoque|sem stock|fora de linha|esgotada|esgotados|descontinuado',
  'nem|nincs raktáron|nincs készleten|elfogyott|nem elérhető|nem rendelhető|nincs|kifutott|átmenetileg nem elérhető|beszállítás alatt',
  'hayır|stokta yok|tükendi|yok|mevcut değil|stok yok|satışta değil|tükenmiş|stokta kalmadı|satışa kapalı',
  'nu|stoc epuizat|indisponibil|fără stoc|epuizat|lipsă stoc|nu este în stoc|epuizată|indisponibilă',
  'hết hàng|не|สินค้าหมด|ei|loppu|loppunut|ei varastossa|ei saatavilla|няма|изчерпан|няма в наличност|ni na zalogi|nema na zalihi|rasprodano|nedostupan',
  'אזל מהמלאי|אזל|לא במלאי|חסר במלאי|לא זמין|缺货|无货|售罄|下架|无库存|缺貨|無貨|售完|無庫存|补货|停产|停售|到货通知|補貨|품절|매진|단종|판매종료|입고예정|입고대기|재고없음|재고 없음|일시품절|판매중지|없음|غير متوفر|نفدت الكمية',
  '在庫なし|在庫切れ|入荷待ち|取扱終了|在庫無し|在庫無|無|なし|売り切れ|売切れ|品切れ|欠品|完売|生産終了|終売|廃番|入荷予定|入荷未定|再入荷|取扱い終了|販売終了|×|✕',
];

function listMeanings(lists: readonly string[], isYes: boolean): [word: string, isYes: boolean][] {
  return lists.flatMap((list) => list.split('|').map((word) => [withoutAccents(word), isYes]));
}

const AVAILABILITIES = new Map([...listMeanings(AVAILABLE, true), ...listMeanings(UNAVAILABLE, false)]);
const MEANINGS = new Map([...AVAILABILITIES, ...listMeanings([YES], true), ...listMeanings([NO], false)]);

/** Shorter words stand in sentences that say something else. */
const MIN_TELLING_CHARACTERS = 4;
/** A sentence is no availability. */
const MAX_WORDS = 12;

/** `Rupture temporaire`, `nur noch 3 Stück auf Lager`: what the longest words in it say that are known. */
function findMeaning(text: string): boolean | undefined {
  const words = text
    .replaceAll(/[!.,;:()]/g, ' ')
    .trim()
    .split(/ +/);
  if (words.length > MAX_WORDS) return undefined;
  for (let length = words.length; length > 0; length--) {
    const starts = words.slice(length - 1);
    const told = new Set(
      starts
        .map((_, index) => words.slice(index, index + length).join(' '))
        .filter((phrase) => phrase.length >= MIN_TELLING_CHARACTERS)
        .flatMap((phrase) => AVAILABILITIES.get(phrase) ?? []),
    );
    // `0 in stock`
    if (told.size === 1) return told.has(true) && !words.includes('0');
    if (told.size > 1) return undefined;
  }
  return SPACELESS.test(text) ? findMeaningInside(text) : undefined;
}

/** Scripts of short words, most without spaces between. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** `完売しました`: what the longest word in it says that is known. */
function findMeaningInside(text: string): boolean | undefined {
  const found = [...AVAILABILITIES.keys()].filter((word) => word.length > 1 && text.includes(word));
  const [longest = ''] = found.sort((a, b) => b.length - a.length);
  return AVAILABILITIES.get(longest);
}

/** `12`, `> 5`, `10+`, `3 ks`; Latin and Greek words without their accents. */
const QUANTITY =
  /^(?:[<>≥]=? ?)?(-?\d+(?: \d{3})*(?:[.,]\d+)?) ?\+?(?: ?(?:ks|kusu|szt\.?|sztuk|шт\.?|st\.?|stk\.?|stuck|pcs\.?|pc|pieces?|units?|unidades?|pezzi|pz\.?|db|adet|buc|kpl|τεμ\.?|個|点|件|개))?$/u;

/** `1-3 days`, `Lieferzeit 2-3 Werktage`, `Παράδοση σε 1-3 ημέρες`: what is sent within some time can be bought. */
const DELIVERY =
  /^(?:[\p{L}:.]{1,20} ){0,3}\d{1,4}(?: ?(?:–|to|bis|a|az|do|до)? ?\d{1,4})? ?(?:h|hrs?|hours?|std\.?|stunden|heures?|horas|ore|uur|hodin|godzin\p{L}*|час\p{L}*|ωρες|(?:working |business |pracovnich |roboczych |рабочих )?(?:days?|dn\p{L}*|дн\p{L}*)|(?:werk|arbeits)?tage?n?|jours?(?: ouvres)?|(?:dias?|giorni)(?: \p{L}{4,})?|(?:werk|var|arbe[ij]ds|arbets|hver)?dag\p{L}*|(?:munka)?nap\p{L}*|(?:is )?gunu?|ημερ\p{L}*|営業日|日|weeks?|wochen?|semaines?|settimane|weken|tydn\p{L}*|недел\p{L}*|тижн\p{L}*|(?:arki)?paiv\p{L}*|viik\p{L}*|veck\p{L}*|uger?|het|tygod\p{L}*|tydzien|zile?(?: \p{L}{4,})?|saptaman\p{L}*|hafta|εβδομαδ\p{L}*|semanas?|天|个?工作日|일|dana)(?:以内)?$/u;
const NEGATION =
  /(?:^| )(?:not?|out|nicht|kein\p{L}*|niet|non|pas|nie|neni|не|нет|μη|δεν|ej|inte|ikke|nem|nincs|nao|sem|degil|nu|ei|ni|nije|sin|senza|fara|brak|yok|нема|немає|отсутств\p{L}*|відсутн\p{L}*)(?: |$)/u;

/** Cannot be bought yet. */
const SOON =
  /(?:^| )(?:soon|demnachst|bald|bientot|prochainement|pronto|proximamente|prossimamente|binnenkort|snart|brzy|wkrotce|скоро|незабаром|συντομα|hamarosan|yakinda|brevemente|em breve|in curand)(?: |$)/u;

/** Reads a yes or no, an availability, or a quantity, of which some is yes; undefined for other words. */
export const readFlag = memoizeByText((text): boolean | undefined => {
  const word = withoutAccents(text)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
    .replaceAll(/[\s_-]+/g, (gap, position) => (position === 0 ? gap : ' '));
  const meaning = MEANINGS.get(word);
  if (meaning !== undefined) return meaning;
  const quantity = QUANTITY.exec(word)?.[1];
  if (quantity !== undefined) return Number(quantity.replaceAll(' ', '').replace(',', '.')) > 0;
  if (NEGATION.test(word))
    return word.split(/[ ,;]+/).some((part) => AVAILABILITIES.get(part)) || findMeaning(word) === false
      ? false
      : undefined;
  if (DELIVERY.test(word)) return true;
  const found = findMeaning(word);
  // `available soon` is not there yet, `soon sold out` still is, `only 2 left, order soon` says enough.
  if (found === undefined || /\d/.test(word) || !SOON.test(word)) return found;
  return found ? false : undefined;
});
