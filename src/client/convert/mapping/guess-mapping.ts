import { type FieldNames, toPlainName } from '../rows/fields.ts';
import { currencyOf } from '../values/currencies.ts';
import { toAscii, withoutAccents } from '../values/plain-text.ts';
import { createMapping, createRule, type FieldRule, FORMER_PRICE, type Mapping } from './mapping.ts';

/** German feeds write `verfuegbarkeit`, too. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * Usual names of fields in feeds, by attribute; the most telling name first. English, then German,
 * French, Spanish, Dutch, Italian, Swedish, Danish, Czech, Polish, Russian, Ukrainian, Japanese, Greek, Portuguese, Hungarian,
 * Turkish, Romanian, Chinese, Korean, Finnish, Croatian, Norwegian, Bulgarian and Vietnamese; last, nested JSON.
 */
export const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = expandNames({
  id:
    'product_id pid id sku item_id article_number item_number item_no code product_code vehicle_id ' +
    'home_listing_id hotel_id merchant_product_id offerid uniqueid identifier objectid artikelnummer artikelcode artikelnr artnr ' +
    'produktnummer référence ref référence_produit identifiant código referencia codice varenummer ' +
    'kód_produktu kód numer numer_produktu numer_katalogowy indeks артикул код код_товара код_товару идентификатор ідентифікатор ' +
    '商品コード 商品id 商品番号 商品管理番号 品番 κωδικός κωδικός_προϊόντος codice_articolo codice_prodotto referencia_del_producto ' +
    'código_do_produto cod cikkszám termékkód azonosító stok_kodu ürün_kodu ürün_id kodu cod_produs 商品编号 商品编码 产品编号 ' +
    '货号 商品編號 상품코드 상품번호 상품id 제품코드 tuotenumero tuotekoodi šifra šifra_artikla nr_art produto_id رمز_المنتج varenr mã_sản_phẩm',
  group:
    'item_group_id parent_id parent_sku group_id master_id parent style_id gruppen_id gruppe_id ' +
    'vaterartikel artikelgruppennummer id_groupe grupp_id skupina_id id_skupiny id_grupy id_группы группа_id група_id 親商品コード グループid 商品グループ_id ' +
    'id_pai código_pai cikkcsoport üst_ürün_kodu 商品组 상품그룹',
  title:
    'title name product_name product_title item_name product produktname produktbezeichnung artikelbezeichnung ' +
    'artikelname bezeichnung titel nom nom_du_produit nom_produit titre désignation libellé nombre nombre_del_producto título ' +
    'naam productnaam nome titolo namn produktnamn benämning navn produktnavn název název_produktu jméno názov nazwa ' +
    'nazwa_produktu nazwa_towaru tytuł название наименование название_товара наименование_товара товар назва найменування назва_товару 商品名 ' +
    '名称 商品タイトル タイトル όνομα όνομα_προϊόντος ονομασία τίτλος nome_prodotto nome_del_prodotto nombre_producto ' +
    'nome_do_produto nome_produto produto megnevezés terméknév termék_neve név ürün_adı ürün_ismi ürün başlık adı denumire ' +
    'denumire_produs nume nume_produs 商品名称 产品名称 标题 商品名稱 상품명 제품명 이름 tuotenimi tuotteen_nimi nimi naziv naziv_artikla ime اسم_المنتج tên_sản_phẩm',
  description:
    'description long_description product_description body short_description desc beschreibung produktbeschreibung ' +
    'artikelbeschreibung langbeschreibung kurzbeschreibung descriptif description_du_produit descripción omschrijving beschrijving ' +
    'descrizione beskrivning produktbeskrivning beskrivelse popis popis_produktu opis opis_produktu описание описание_товара ' +
    'опис опис_товару 商品説明 説明 説明文 商品説明文 περιγραφή περιγραφή_προϊόντος descripción_del_producto ' +
    'descrição descrição_do_produto leírás termékleírás açıklama ürün_açıklaması descriere 商品描述 描述 产品描述 详情 상품설명 상세설명 설명 ' +
    'kuvaus tuotekuvaus opis_artikla الوصف',
  price:
    // Where both are given, the other one is without tax.
    'price_vat price_incl_vat price_with_vat price_inc_vat gross_price price_gross price regular_price list_price retail_price ' +
    'unit_price price_amount priceinfo.price search_price bruttopreis preis_brutto verkaufspreis vk_preis preis prix_ttc ' +
    'prix prix_de_vente precio pvp prijs prezzo pris_inkl_moms pris cena_s_dph cena_vč._dph cena_brutto cena цена цена_руб ' +
    'цена,_руб ціна ціна_грн ціна,_грн 販売価格 価格 税込価格 通常価格 値段 ' +
    'τιμή τιμή_με_φπα λιανική_τιμή prezzo_di_vendita prezzo_ivato precio_de_venta precio_con_iva ' +
    'preço_por preço preço_de_venda preço_venda valor ár bruttó_ár eladási_ár fiyat satış_fiyatı fiyatı preț preț_cu_tva 价格 售价 ' +
    '销售价 價格 售價 판매가 가격 정가 판매가격 hinta myyntihinta cijena cena_z_ddv السعر priceruah price.value price.current ' +
    'pricing.price offers.price price.price prezzo_al_pubblico giá giá_bán',
  sale_price:
    'sale_price special_price discount_price final_price offer_price angebotspreis sonderangebotspreis aktionspreis sonderpreis ' +
    'prix_promo prix_promotionnel prix_soldé prix_remisé precio_oferta aanbiedingsprijs prezzo_scontato reapris kampanjpris ' +
    'rabattpris tilbudspris akční_cena cena_po_slevě zvýhodněná_cena cena_promocyjna цена_со_скидкой акционная_цена ' +
    'акційна_ціна ціна_зі_знижкою セール価格 特価 割引価格 τιμή_προσφοράς prezzo_offerta prezzo_promozionale precio_de_oferta precio_rebajado ' +
    'preço_promocional preço_de_oferta preço_com_desconto akciós_ár kedvezményes_ár indirimli_fiyat kampanyalı_fiyat ' +
    'preț_promoțional preț_redus 促销价 优惠价 特价 折扣价 促銷價 할인가 세일가 할인가격 tarjoushinta alennettu_hinta akcijska_cijena سعر_التخفيض price.sale pricing.sale_price',
  former_price:
    'old_price price_old former_price retailprice regular_price list_price was_price original_price previous_price rrp msrp compare_at_price alter_preis streichpreis ' +
    'uvp ancien_prix prix_barré precio_anterior adviesprijs van_prijs oude_prijs ordinarie_pris ord_pris původní_cena běžná_cena stará_cena ' +
    'cena_przed_promocją cena_katalogowa старая_цена цена_до_скидки стара_ціна ціна_до_знижки 元の価格 旧価格 定価 通常価格 ' +
    'αρχική_τιμή prezzo_di_listino prezzo_originale prezzo_barrato precio_original precio_antes ' +
    'preço_de preço_original preço_anterior preço_antigo eredeti_ár régi_ár eski_fiyat liste_fiyatı piyasa_fiyatı ' +
    'preț_vechi preț_inițial 原价 市场价 原價 소비자가 시중가 normaalihinta ovh stara_cijena førpris compareatprice.amount standard_price veil._pris veiledende_pris',
  url:
    'url link product_url product_link deeplink permalink page_url uri aw_deep_link produktlink ' +
    'produkt_url artikel_url lien lien_produit url_produit url_du_produit enlace url_del_producto länk produktlänk ' +
    'odkaz adresa_url adres_url adres link_do_produktu ссылка ссылка_на_товар адрес посилання посилання_на_товар 商品url 商品ページurl 商品リンク リンク ' +
    'σύνδεσμος url_prodotto link_prodotto url_producto enlace_del_producto ' +
    'link_do_produto url_do_produto termék_url termék_link ürün_linki ürün_url url_produs link_produs 商品链接 链接 产品链接 商品連結 網址 ' +
    '商品网址 상품url 상품링크 링크 tuotelinkki linkki poveznica orig_url رابط_المنتج الرابط lenke линк liên_kết',
  thumb_image:
    'thumb_image image_url image_link image img imgurl picture photo thumbnail main_image bigimage images.uri images.src images.url image.src imageurls ' +
    'merchant_image_url picture_url image_1 bild bild_url bildlink produktbild bild_1 lien_image url_image ' +
    'image_principale photo_1 imagen url_de_la_imagen afbeelding immagine bildlänk billede obrázek obrázek_url foto ' +
    'zdjęcie zdjęcia zdjęcie_url zdjęcie_główne изображение изображения картинка фото ссылка_на_картинку зображення 画像 画像url 商品画像 商品画像url 商品画像リンク ' +
    'enlace_imagen link_immagine afbeeldingslink link_do_zdjęcia εικόνα url_immagine immagine_principale foto_1 url_imagen imagen_principal ' +
    'imagem link_da_imagem url_da_imagem imagem_principal kép kép_url képek termékkép resim ürün_resmi görsel resim_url ' +
    'imagine url_imagine imagine_principală 图片 商品图片 主图 图片链接 图片地址 圖片 이미지 상품이미지 이미지url 대표이미지 kuva kuvan_url tuotekuva slika url_slike ' +
    'صورة images pictures photos images/image pictures/picture images/image/url image_links media.url bilde снимка hình_ảnh',
  additional_images:
    'additional_image_link additional_image_links additional_images additional_image more_images gallery zusätzlicher_bildlink ' +
    'weitere_bilder lien_image_supplémentaire enlace_imagen_adicional link_immagine_aggiuntiva extra_afbeeldingslink ' +
    'link_do_dodatkowego_zdjęcia zdjęcia_dodatkowe 追加の商品画像リンク',
  availability:
    'availability available in_stock stock_status is_in_stock stock stock_quantity quantity qty inventory ' +
    'verfügbarkeit verfügbar lieferbar lagerbestand lagerstand bestand lager auf_lager disponibilité disponible stock_disponible ' +
    'en_stock quantité disponibilidad existencias beschikbaarheid voorraad disponibilità lagerstatus lagersaldo i_lager ' +
    'tillgänglighet dostupnost skladem sklad počet_kusů dostupnosť dostępność dostępny stan stan_magazynowy ilość ' +
    'наличие доступность в_наличии остаток количество наявність доступність в_наявності кількість залишок 在庫 在庫状況 在庫数 在庫状態 ' +
    'διαθεσιμότητα απόθεμα giacenza quantità cantidad inventario ' +
    'estoque quantidade em_estoque disponível készlet raktárkészlet elérhetőség raktáron stok stok_durumu stok_miktarı ' +
    'stoc stoc_disponibil disponibilitate cantitate 库存 库存状态 有无货 庫存 재고 재고상태 재고수량 판매상태 saatavuus varastosaldo varasto ' +
    'varastossa zaloga zaliha dostupnost_artikla التوفر stock/amount stock/@status stock/@qty stock/@quantity stock.available inventory.quantity deliverytime lieferzeit ' +
    'levertijd наличност tình_trạng',
  brand:
    'brand brand_name brands.name manufacturer vendor producer marke hersteller markenname marque fabricant marca fabricante merk fabrikant ' +
    'produttore varumärke tillverkare mærke značka výrobce výrobca marka producent бренд производитель марка виробник ' +
    'ブランド メーカー ブランド名 メーカー名 κατασκευαστής μάρκα marca_fabricante gyártó márka üretici producător 品牌 厂商 브랜드 제조사 merkki valmistaja tuotemerkki proizvođač ' +
    'العلامة_التجارية merke',
  category_paths:
    'category_path category_paths categories category categories.name category.name product_type categorytext merchant_category ' +
    'google_product_category categoryid1 kategorie kategoriepfad warengruppe produktkategorie kategorien catégorie catégories rubrique ' +
    'categoría kategori produktkategori varugrupp kategorie_produktu kategória kategoria_produktu kategoria_główna ' +
    'категория категории раздел рубрика категорія категорії カテゴリ カテゴリー 商品カテゴリ ジャンル κατηγορία κατηγορίες categoria_prodotto categorías ' +
    'produkttyp type_de_produit tipo_de_producto tipo_di_prodotto typ_produktu google_produktkategorie ' +
    'catégorie_de_produits_google categoría_google_product categoria_prodotto_google google_productcategorie kategoria_google ' +
    'categoria_do_produto departamento kategória_útvonal kategori_adı ürün_kategorisi categorie_produs 分类 类目 商品分类 产品类别 類別 分類 카테고리 분류 ' +
    'tuoteryhmä luokka kategorija الفئة taxonomy categories/default_category categories/category',
  currency:
    'currency currency_code currencyid priceinfo.currencycode währung devise monnaie moneda valuta měna waluta валюта 通貨 νόμισμα divisa ' +
    'moeda pénznem para_birimi monedă 货币 币种 幣別 통화 화폐 valuutta price.currency price.currencycode ' +
    'prices.currency pricing.currency offers.pricecurrency',
  color:
    'color colour color_name farbe couleur barva farba kolor цвет колір färg farve kleur colore カラー 色 χρώμα ' +
    'attributes.color options.color cor szín renk culoare 颜色 색상 väri barva_artikla boja اللون',
  size:
    'size size_name größe groesse taille velikost veľkosť rozmiar размер розмір storlek størrelse maat taglia サイズ μέγεθος talla ' +
    'attributes.size options.size tamanho méret beden numara mărime 尺码 尺寸 사이즈 koko veličina المقاس',
  gtin: 'gtin ean gtin13 ean13 eans ean_code barcode upc isbn jan jan_code',
});

function expandNames(texts: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  const listSpellings = (name: string) =>
    [
      withoutAccents(name),
      toAscii(withoutAccents(name)),
      name.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] as string),
    ].map(dropSigns);
  return Object.fromEntries(
    Object.entries(texts).map(([attribute, names]) => [attribute, names.split(' ').flatMap(listSpellings)]),
  );
}

/** `EanCode`, `ean_code` and `ean.code` are one name. */
function dropSigns(name: string): string {
  return name.replaceAll(/[._]/g, '');
}

/** The fields that usually hold an attribute, the most telling first. */
export function listUsualFields(fields: readonly string[], attribute: string): string[] {
  const byName = new Map(
    fields.map((field) => [dropSigns(withoutAccents(toPlainName(field))).replace(/^@/, ''), field]),
  );
  return [...new Set((USUAL_NAMES[attribute] ?? []).flatMap((name) => byName.get(name) ?? []))];
}

/** Stand between the levels of a category path, the most telling first. */
const LEVEL_SEPARATORS = ['>', '＞', '»', '→', '/', '|'];

/** How the category paths of a feed are written, from some of them. */
function createCategoryRule(field: string, samples: readonly string[]): FieldRule {
  const path =
    LEVEL_SEPARATORS.find((separator) => samples.some((sample) => sample.includes(separator))) ?? '>';
  const split = ['|', ';'].find(
    (separator) => separator !== path && samples.some((sample) => sample.includes(separator)),
  );
  return { field, path, ...(split === undefined ? {} : { split }) };
}

/** The currency stands beside the price, or in the header: `Preis (EUR)`. */
function createCurrencyRule(price: string): FieldRule {
  const beside: FieldRule = { field: price, type: 'currency' };
  const named = /[([](.+)[)\]]\s*$|(?:,\s*|_)([^\s_]+)$/.exec(price);
  const code = currencyOf((named?.[1] ?? named?.[2] ?? '').trim());
  return code === undefined || code === '' ? beside : { ...beside, else: { value: code } };
}

/** `title_en`, `name.de`, `price_eur` */
const LANGUAGE = /[._](?:en|de|fr|es|it|nl|pl|cs|sk|sv|da|fi|pt|ro|hu|ru|uk|ja)$/;
const CURRENCY = /_([a-z]{3})$/;

/** A name without what tells the language or the currency. */
function toShortName(plain: string): string {
  return currencyOf(CURRENCY.exec(plain)?.[1] ?? '')
    ? plain.replace(CURRENCY, '')
    : plain.replace(LANGUAGE, '');
}

/** Elements in a list of such: `images/image`, `zdjecia/zdjecie`. */
const LISTED = /^([^/]{3})[^/]*\/(?=\1[^/]*$)/;

/** `Preis (EUR)` and `Pris, inkl. mva` are prices, `Cena*` too; elements of XML often have no accents, and attributes the names of elements. */
function toBareName(name: string): string {
  const plain = withoutAccents(toPlainName(name)).replace(/^@/, '').replace(LISTED, '');
  return plain.replace(/_*(?:[([][^)\]]*[)\]]|\*+|,.*|_(?:in[ck]l?|ex(?:[ck]l)?)[._].*)$/, '') || plain;
}

/** Addresses one behind the other. */
const SEVERAL = /[,;|\s]https?:/;

/** `Price (tax excl.)`, `Prix (HT)`, `Cena, netto` */
const WITHOUT_TAX =
  /(?:^|[^a-z])(?:ex|excl|exkl|net|netto|ht|without|ohne|bez|sin|senza|utan|uden)(?:[^a-z]|$)/i;

export function guessMapping(fields: FieldNames, samplesOf: (field: string) => readonly string[]): Mapping {
  const fieldOf = new Map<string, string>();
  // Of two fields of one name the first counts, an element more than an attribute, and a price with tax more than one without.
  const rank = (name: string) => Number(name.startsWith('@')) + 2 * Number(WITHOUT_TAX.test(name));
  const last = fields.names.toReversed().sort((a, b) => rank(b) - rank(a));
  const byPlainName = new Map([
    ...last.map((name) => [dropSigns(toShortName(toBareName(name))), name] as const),
    ...last.map((name) => [dropSigns(toBareName(name)), name] as const),
  ]);
  const taken = new Set<string>();
  for (const [attribute, names] of Object.entries(USUAL_NAMES)) {
    const name = names.find((candidate) => byPlainName.has(candidate) && !taken.has(candidate));
    if (name === undefined) continue;
    taken.add(name);
    fieldOf.set(attribute, byPlainName.get(name) as string);
  }
  const [image = '', id = ''] = [fieldOf.get('thumb_image'), fieldOf.get('id')];
  const images = samplesOf(image);
  const isSeveral = images.length > samplesOf(id).length || images.some((text) => SEVERAL.test(text));
  if (isSeveral && !fieldOf.has('additional_images')) fieldOf.set('additional_images', image);
  const former = fieldOf.get(FORMER_PRICE);
  const price = fieldOf.get('price') ?? former;
  if (price !== undefined) fieldOf.set('price', price);
  if (price === former) fieldOf.delete(FORMER_PRICE);
  // The currency may be an attribute of the price's element.
  const beside = fields.names.find(
    (name) =>
      name.startsWith(`${price}/@`) &&
      USUAL_NAMES.currency?.includes(dropSigns(toBareName(name.slice(name.indexOf('@'))))),
  );
  if (!fieldOf.has('currency') && price !== undefined) fieldOf.set('currency', beside ?? price);
  const { id: idRule = createRule('id', 'id'), ...rules } = Object.fromEntries(
    [...fieldOf].map(([attribute, field]): [string, FieldRule] => {
      if (attribute === 'currency' && field === price) return [attribute, createCurrencyRule(field)];
      // Sent in no days is sent at once.
      if (attribute === 'availability' && /time|zeit|tijd/i.test(field))
        return [attribute, { field, lookup: { '0': true } }];
      if (attribute === 'additional_images') return [attribute, { field, type: 'url', split: ',' }];
      if (attribute === 'category_paths') return [attribute, createCategoryRule(field, samplesOf(field))];
      return [attribute, createRule(attribute, field)];
    }),
  );
  return createMapping({ id: idRule, ...rules }, { unmapped: 'keep' });
}
