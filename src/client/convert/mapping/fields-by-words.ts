import { AMBIGUOUS, readAmount } from '../values/amount.ts';
import { currencyOf } from '../values/currencies.ts';
import { memoizeByText } from '../values/memoize-by-text.ts';
import { toAscii, withoutAccents } from '../values/plain-text.ts';
import type { FieldRule } from './mapping.ts';

const PRICE =
  'price|pricing|tsina|tsena|tarif| mpc | vk| ttc | srp | mrp |стоим|вартіст|単価|preis|prix|preci(?!s)|prezz|prijs|preco|pris(?!e|m)| cen[aey]? |cijen|hinta|fiyat|harga|kain[au]|ราคา| (?:pret|ar|gia|pvp|uvp|rrp|msrp) | цен| цін|τιμη|値段|(?<!評)価|价|價|가격|(?<!평)가 |ovh|מחיר|سعر';
const FORMER =
  'niem yet|coret|tarifa|吊牌|划线|劃線|门市|vejl|market(?!pl)|standard|full| srp | mrp |conseil|consigl|recoman|doporuc|odporuc|sugerow|zalecan|ajanl|tavsiye|oneril|рекоменд|обычн|звичайн|прежн|предыдущ|перечерк|попередн|перекресл|προτειν|κανονικ|πριν|建[议議]|参考|권장|preceden|poprzed|predchoz|przekresl|preskrt|tachad|riscad|doorgestr|tidigare|tidligere|korabbi|athuzott|onceki|suositus| (?:rek|old|was|list|ord|norm|alt|van(?!z)|oud|stara|стар)|before|previous|former|origin|regular|retail|normal|ordin|rrp|msrp|uvp|compare|strike|statt|streich|barr[ea]|ancien|anterior|antes|antig|advies|eredeti|regi|eski|piyasa|vech|initial|przed|katalog|puvodn|bezn|до (?:скид|зниж|акц)|αρχικ|παλι|定価|表示|希望|元の|旧|市[场場]|原|소비자|시중|정가|מקור|לפני|recom|empf|suggest|veil|forpris|ovh';
const SALE =
  'sale(?!s)|extra ?pris|descuent|descont|ridott|korting|nedsat|obniz|wyprzed|vypredaj|vyprodej|saldi|saldos|распрод|уценк|розпрод|learaz|εκπτ|특가|値引|活[动動]|خصم|actie ?pri|rea ?pris|slev|акцій|พิเศษ|special|discount|offer(?!s)|promo|reduc|angebot|aktion|sonder|sold[ei]|remis|ofert|rebaj|scont|aanbied|kampan|rabat|tilbud|akc|zvyhod|kedvez|indirim|скид|акци|зниж|προσφορ|セール|特価|割引|促|[优優]惠|折|特[价價]|할인|세일|מבצע|تخفيض|alenn|tarjous|redus';
/** A cost, a part of a price, or that for some customers or quantities only. */
const NO_PRICE =
  'ship|versand|port |매입|원가|原価|下代|进货|采购|拿货|עלות|סיטונ|تكلفة|جملة|pfand|deposit|statiegeld|kauc|consign|eco ?(?:tax|part)|installm| rat[ay] |taksit|inkoop|inkop|indkob|innkjop|acquist|achizit|adquis| alis |beszerz|nabav|kost|koszt| custo |hurtow|handler|revend|mayorist|por mayor|ingross|groothand|velkoobch|toptan|atacad|nagyker|en ?gros |angro|χονδρ|αγορ|批[发發]|卸|도매|b2b|partner|distrib|club|klub|клуб|会[员員]|會員|회원|deliver|livrais|envi|spediz|frete|frakt|fragt|dostaw|doprav|достав|送料|运费|배송|cost|einkauf| ek |achat|compra|zakup|nakup|закуп| опт|whole|dealer|仕入|成本|进价|공급|grund|basis| base|measure|weight| map | vpc | per |eft|max|member|date|datum|currency';
const TITLE =
  'name|title|kurztext|nazva|naimenov| label |номенклат|nama|pavadin|nosauk|ชื่อ|ten san| име |titel|tit[ou]l|titre|libell|designac|jmeno|tytul|タイトル|τιτλ|megnevez|termek ?nev| (?:nume|ime) |이름|bezeichn|designation|denomin|denumir|nombre|nome| (?:nom|adi|isim|ismi|nev|baslik|שם) |naam|navn|namn|naziv|nimi|nazw|nazev|nazov|назван|наимен|назва|найм|ονομ|品名|标题|名称|名前|상품명|제품명|اسم';
const DESCRIPTION =
  'descri|langtext| body | desc |beschrei|beschrij|omschr|popis| opis|beskriv|leiras|aciklam|kuvaus|описан| опис|περιγραφ|説明|描述|详情|설명|תיאור|وصف';

const isAddress = (text: string) => /^\s*(?:https?:)?\/\/|^\s*www\./i.test(text);
const isPageAddress = (text: string) =>
  /^\s*https?:\/\//i.test(text) && !/\.(?:jpe?g|png|webp|gif)\b/i.test(text);
const isIdLike = (text: string) => /^\s*\S{1,64}\s*$/.test(text) && !text.includes('://');
const hasLetters = (text: string) => /\p{L}/u.test(text);
const isPlainText = (text: string) => hasLetters(text) && !isAddress(text);

function isPrice(text: string): boolean {
  const amount = readAmount(text, 'thousands');
  return amount !== undefined && amount !== AMBIGUOUS && currencyOf(amount.unit) !== undefined;
}

/** A few careless values do not matter. */
const MIN_SHARE = 0.8;
/** How many of the rows have their own value, at least. */
const OWN_SHARE: Readonly<Record<string, number>> = { url: 0.1, id: MIN_SHARE };

/**
 * Words of field names, as `toWords` gives them, in many languages; behind `!` those with which a name means something
 * else. Then what values are like, and words with which one of two names tells more.
 */
const MEANINGS: Readonly<
  Record<string, readonly [words: string, fits: (text: string) => boolean, better?: string]>
> = {
  url: [
    '. ! logo|icon|mobil|impress|program|pixel|track|cart|basket|categor|brand|video|pdf|self|api|review',
    isPageAddress,
    'url|link|lien|enlace|odkaz|href|page|seite|adres|ссыл|посил|συνδεσ|链接|[网網]址|リンク|ページ|링크|주소|קישור|رابط|lank',
  ],
  thumb_image: [
    'imag|img|галере|galer|poza |media|gallery|รูป|hinh anh|gambar|nuotrauk|pictur|photo|foto|fotk|poze|plaatje|світлин|bild|immagin|imagen|imagem|afbeeld|obraz|zdjec|billed|kep(?:ek)? |res[im]m?|gorsel|kuva|slik|画像|图|圖|이미지|фото|изображ|картин|зображ|снимк|εικον|φωτογρ|תמונ|صور|thumb ! logo|icon|alt(?!ern)|brand|swatch|type|count|caption|タイプ|名',
    (text) => isAddress(text) || /\.(?:jpe?g|png|webp|gif)\b/i.test(text),
    '^(?!.*(?:additional|zusatz|weiter|suppl|adicional|aggiunt|extra|dodat|дополн|追加|추가))',
  ],
  former_price: [`(?=.*(?:${PRICE}))(?=.*(?:${FORMER})) ! ${NO_PRICE}`, isPrice],
  sale_price: [`(?=.*(?:${PRICE}))(?=.*(?:${SALE})) ! ${NO_PRICE}|${FORMER}`, isPrice],
  price: [`${PRICE} ! ${NO_PRICE}|${FORMER}|${SALE}`, isPrice],
  gtin: [
    ' (?:ean|upc|jan|isbn)|gtin|bar[ck]od|strichcode|штрих|barras|barre |cod (?:de )?bare |kreskow|streepj|stregk|streck|γραμμωτ|條|vonalkod|carov|viivakood|バーコード|바코드|条 ! type',
    (text) => /^\d{8,14}$/.test(text.trim()),
  ],
  category_paths: [
    'categor|kategor|breadcrumb|reparto|rayon|univers|secci|seccao|sezion|(?:sub|pod)?sekce|dzial|groep|gr[uo]p+o |csoport|skupin|oddel|部門|子类|dept|grup[ap]|gruppe |famil|групп[аы] |група |розділ|หมวด|danh muc|(?:haupt|unter|ober) ?grupp|rubri|рубри|luokk|类别|類別|t[yi]p[eo]? (?:de |di |d )?prod|produkt ?typ|warengr|pro[dt]u[ck]t ?gr|varegr|varugr|tuoteryhm|osasto|depart|section|название групп|катег|раздел|κατηγορ|类目|分[类類]|カテゴリ|ジャンル|카테고리|분류|קטגור|فئة| cat  !  (?:id|code|url|seo) |meta|image|third|ziel|alters|preis|kunden|klant|client|leeftijd|kleur|maat|vekov|korcsop|wiekow|steuer',
    isPlainText,
    '^(?!.*google)',
  ],
  brand: [
    'brand|marken|marchi|vendor|tillverk|maerke|znack|марк|μαρκ|valmist|proizvod|mar[kc]e?[ak]? |marque|merk|manufact|herstell|fabri[ck]|produttor|producator|producen|vyrobc|gyarto|uretici|бренд|производ|виробн|メーカ|ブランド|品牌|厂商|브랜드|제조|מותג|يصنع|علامة|κατασκευ !  (?:id|nr|no|code|url|sku|art)|numm|number|part|logo|codi|model|type|希望',
    isPlainText,
  ],
  id: [
    ' (?:a|p)?id | (?:sku|nr|no|ref|cod|kod) |nr |koodi|kod(?:e|as|s)? |รหัส| ma san|編號|номер|indeks|symbol|[иі]дентиф|azonosit|货号|sifra|^ (?:artikel|article|item|articulo|articolo|artigo) $|goods ?sn |code|kod(?:u|y)|codi[cg]|num[em]+r|number|refer|ident| код|артик|κωδ|番号|コード|品番|编[号码]|코드|번호|מק ט|رمز|cikksz ! ean|gtin|upc|jan|isbn|bar|vonal|categ|kateg|manuf|herst|brand|mpn|produc(?:er|ent)|fabric|group|grupp|parent|tax|zoll|custom|colou?r|size|stock(?! (?:code|no|num|ref))|goods num|kreskow|streepj|stregk|streck|strich|carov|штрих|γραμμωτ|[条條]|ship|phone|currency|type|cursor|program|third|promo|url',
    (text) => isIdLike(text.trim()),
    'sku|art|item|product|uniq|offer|order|bestell|商品|상품',
  ],
  group: [
    '(?:parent|padre|madre|mere| pere|vater|eltern|master|mutter|hovedvare|rodzic|nadrz|nadraz|szulo|главн|родит|model\\w*|style) ?(?:artikel ?|product )?(?:sku|id|nr|no|num|code?|kod|cod|ref|art|арт|код)|(?:sku|id|nr|no|num[me]*r\\w*|cod[eigo]*|kod|ref\\w*|артикул|код) (?:\\w+ )?(?:parent|padre|madre|mere|pere|pai|vater|mutter|rodzic|nadrz|model|parinte|родит|модел)|モデルコード|모델코드| spu |父 ! descri|name',
    (text) => isIdLike(text.trim()),
  ],
  // A short description is the name of a product that has no other.
  title: [
    `${TITLE}|${DESCRIPTION}|^ (?:artikel|article|item|articulo|articolo|artigo|artykul|artikl|tovar|товар|termek|urun|produs|proizvod|προιον|tuote|vara|vare) $ ! brand|mar[kc]|manuf|herst|fabri|categ|kateg|group|grupp|групп|shop|store|merchant name|program|catalog|file|image|colo|size|option|lang |attribut|param|feature|propert|field|meta|seo|vendor|supplier|author|user|画像`,
    (text) => hasLetters(text) && text.length < 150,
    TITLE,
  ],
  currency: [
    'curren|divis|moeda|화폐|[币幣](?:种|別)|wahr|waehr|devise|monn|moned|valut|valuut|walut|mena|penznem|para ?birim|вал[юу]т|νομισμ|通貨|[货币]币|통화|מטבע|عملة ! ship|cost',
    (text) => Boolean(currencyOf(text.trim())),
  ],
  description: [`${DESCRIPTION} ! meta|seo|option`, hasLetters, '^(?!.*(?:short|kurz|court|corta))'],
  availability: [
    'stock|avail|on hand|goods num|dispo(?!n|s)|stanj|数量|likut|สถานะ|สต็อก|tinh trang|lager|bestand|inventar|inventory|cantid|cantit|kolicin|количе|кільк|доступ|tillgang|beschikb|lieferbar|saatav|zal[io][gh]|有无货|판매상태|kusu|verf(?:ue?|u)gbar|dispon|voorraad|dostup|dostepn| (?:stan|stok|stoc|saldo) |sklad|magazyn|keszlet|raktar|elerhet|estoque|giacenz|exist|varasto|beholdn|quanti| qty|menge|ilosc|налич|остат|наявн|залиш|αποθεμ|διαθεσ|υπολοιπ|在[庫庫]|库存|庫存|재고|מלאי|مخزون|توفر|lieferz|levertij|delivery ?time|dlv ?time|delai ! cost|date|price|detail|min|max|platz|regal|melde|sicherh|safety|reorder|reserv|incoming|zulauf|image| id |unit|url|warehouse|code|location|manage',
    (text) => text.length < 60,
    '^(?!.*is avail).*(?:stock|avail|lager|quanti|dispo|dostup|bestand|voorraad|magazyn| sta[nv] |stanj|sto[ck] |sklad|keszlet|raktar|estoque|giacenz|exist|varasto|beholdn|saldo|налич|наявн|остат|залиш|αποθεμ|διαθεσ|υπολοιπ|在|库存|庫存|재고|מלאי|مخزون)',
  ],
};

/** `BUYURL`, `oldPriceIncl`, `Цена, руб.*`: words without accents, small and with spaces around. */
export const toWords = memoizeByText((field) => {
  const divided = withoutAccents(field).replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ');
  const words = toAscii(divided.toLowerCase()).replaceAll(SIGNS, ' ');
  return ` ${words.trim()} `;
});
const SIGNS = /[^\p{L}\p{M}\d%]+|(?<=\p{L})(?=\d)|(?<=[a-z])(?=[^\0-\x7f])|(?<=[^\0-\x7f])(?=[a-z])/gu;

/** Fields whose names and values tell of an attribute, or their values alone; the most telling first. */
export function listFieldsByWords(
  attribute: string,
  fields: readonly string[],
  samplesOf: (field: string) => readonly string[],
  isNamed = true,
): string[] {
  const [text, fits, better] = MEANINGS[attribute] ?? [];
  if (text === undefined || fits === undefined) return [];
  const [words, without] = text.split(' ! ').map((part) => new RegExp(part, 'u'));
  const isTold = (field: string) =>
    words?.test(toWords(field)) === true && without?.test(toWords(field)) === false;
  const found = fields.filter((field) => {
    if (isNamed && !isTold(field)) return false;
    const texts = samplesOf(field).filter((text) => text.trim() !== '');
    if (texts.length === 0) return !(attribute in OWN_SHARE);
    const own = new Set(texts).size / texts.length;
    const isOwn = attribute === 'group' ? own < 1 : own >= (OWN_SHARE[attribute] ?? 0);
    return isOwn && texts.filter(fits).length >= MIN_SHARE * texts.length;
  });
  const best = new RegExp(better ?? '.', 'u');
  const rank = (field: string) =>
    (field.includes('@') ? 0.5 : 0) +
    (best.test(toWords(field)) ? 0 : 1) +
    (WITHOUT_TAX.test(toWords(field)) ? 2 : 0);
  return found.sort((a, b) => rank(a) - rank(b));
}

export const isPriceName = memoizeByText((name) => new RegExp(PRICE, 'u').test(toWords(name)));

/** Fields that say when a sale price counts: a yes, a period, or its ends. */
const SALE_TIMES = {
  when: / (?:on|is) ?sale /u,
  during: /(?:sale|promo|special).*(?:effective|period)|gultigkeitszeitraum|periode? de validite/u,
  from: /(?:sale|special|promo|angebot|aktion).*(?:from|start|begin|von|since|debut)/u,
  until: /(?:sale|special|promo|angebot|aktion).*(?: to |bis|end|until|fin )/u,
};

export function findSaleTimes(fields: readonly string[]): Pick<FieldRule, keyof typeof SALE_TIMES> {
  const found = Object.entries(SALE_TIMES).map(
    ([key, words]) => [key, fields.find((field) => words.test(toWords(field)))] as const,
  );
  return Object.fromEntries(found.filter(([, field]) => field !== undefined));
}

/** `Price (tax excl.)`, `Prix (HT)`, `Cena, netto` */
const WITHOUT_TAX =
  /(?<![a-z])(?:ex|excl|exkl|eks|ekskl|net|ht|be|without|ohne|bez|sin|senza|utan|uden|fara)(?![a-z])|netto| s iva |imponib|exclus|esclus|haric|(?<!\d)0 ?%|χωρις|без ндс|jamfor|vertailu|egyseg|jednost|jednotk|mernou|enhed|(?:au|al|za) kg |税抜|税別|本体|未税|税前|不含税|세전|별도/;
