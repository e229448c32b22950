import { type FieldNames, plainName } from '../rows/fields.ts';
import { currencyOf } from '../values/currencies.ts';
import { withoutAccents } from '../values/plain-text.ts';
import { type FieldRule, FORMER_PRICE, type Mapping, mappingOf, ruleOf } from './mapping.ts';

/** German feeds write `verfuegbarkeit`, too. */
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/**
 * What fields of feeds are usually called, by the attribute that they hold; the most telling name first. English, then German,
 * French, Spanish, Dutch, Italian, Swedish, Danish, Czech, Polish, Russian, Ukrainian and Japanese.
 */
const USUAL_NAMES: Readonly<Record<string, readonly string[]>> = namesOf({
  id:
    'product_id productid pid id sku item_id itemid article_number item_number item_no code product_code vehicle_id ' +
    'home_listing_id hotel_id merchant_product_id offerid offer_id @id uniqueid artikelnummer artikelnr artnr art_nr art.nr art.nr. ' +
    'produktnummer référence reference ref référence_produit identifiant código referencia codice artikelnr. varenummer ' +
    'kód_produktu kód kod_produktu kod numer numer_produktu numer_katalogowy indeks артикул код код_товара код_товару идентификатор ідентифікатор ' +
    '商品コード 商品id 商品番号 商品管理番号 品番 ' +
    'κωδικός κωδικός_προϊόντος codice_articolo codice_prodotto referencia_del_producto',
  group:
    'item_group_id parent_id parent_sku group_id master_id itemgroup_id parent style_id @group_id gruppen_id gruppe_id ' +
    'vaterartikel id_groupe grupp_id skupina_id id_skupiny id_grupy id_группы группа_id група_id 親商品コード グループid',
  title:
    'title name product_name productname product_title item_name product produktname produktbezeichnung artikelbezeichnung ' +
    'artikelname bezeichnung titel nom nom_du_produit nom_produit titre désignation libellé nombre nombre_del_producto título ' +
    'naam productnaam nome titolo namn produktnamn benämning navn produktnavn název název_produktu jméno názov nazwa ' +
    'nazwa_produktu nazwa_towaru tytuł название наименование название_товара наименование_товара товар назва найменування назва_товару 商品名 ' +
    '名称 商品タイトル タイトル ' +
    'όνομα όνομα_προϊόντος ονομασία τίτλος nome_prodotto nome_del_prodotto nombre_producto',
  description:
    'description long_description product_description body short_description desc beschreibung produktbeschreibung ' +
    'artikelbeschreibung langbeschreibung kurzbeschreibung descriptif description_du_produit descripción omschrijving beschrijving ' +
    'descrizione beskrivning produktbeskrivning beskrivelse popis popis_produktu opis opis_produktu описание описание_товара ' +
    'опис опис_товару 商品説明 説明 説明文 商品説明文 ' +
    'περιγραφή περιγραφή_προϊόντος descripcion descripción_del_producto',
  price:
    // Where both are given, the other one is without tax.
    'price_vat price_incl_vat price_with_vat price_inc_vat gross_price price_gross price regular_price list_price retail_price ' +
    'unit_price price_amount priceinfo.price search_price @price bruttopreis preis_brutto verkaufspreis vk_preis preis prix_ttc ' +
    'prix prix_de_vente precio pvp prijs prezzo pris_inkl_moms pris cena_s_dph cena_vč._dph cena_brutto cena цена цена_руб ' +
    'цена,_руб цена,_руб. ціна ціна_грн ціна,_грн 販売価格 価格 税込価格 通常価格 値段 ' +
    'τιμή τιμή_με_φπα λιανική_τιμή prezzo_di_vendita prezzo_ivato precio_de_venta precio_con_iva',
  sale_price:
    'sale_price special_price discount_price final_price offer_price saleprice angebotspreis aktionspreis sonderpreis ' +
    'prix_promo prix_promotionnel prix_soldé prix_remisé precio_oferta aanbiedingsprijs prezzo_scontato reapris kampanjpris ' +
    'rabattpris tilbudspris akční_cena cena_po_slevě zvýhodněná_cena cena_promocyjna цена_со_скидкой акционная_цена ' +
    'акційна_ціна ціна_зі_знижкою セール価格 特価 割引価格 ' +
    'τιμή_προσφοράς prezzo_offerta prezzo_promozionale precio_de_oferta precio_rebajado',
  former_price:
    'old_price oldprice price_old retailprice regular_price list_price retail_price was_price original_price previous_price rrp msrp compare_at_price alter_preis streichpreis ' +
    'uvp ancien_prix prix_barré precio_anterior adviesprijs van_prijs oude_prijs ordinarie_pris ord_pris původní_cena běžná_cena stará_cena ' +
    'cena_przed_promocją stara_cena cena_katalogowa старая_цена цена_до_скидки стара_ціна ціна_до_знижки 元の価格 旧価格 定価 通常価格 ' +
    'αρχική_τιμή prezzo_di_listino prezzo_originale prezzo_barrato precio_original precio_antes',
  url:
    'url link product_url producturl product_link deeplink deep_link permalink page_url uri aw_deep_link @url produktlink ' +
    'produkt_url artikel_url lien lien_produit url_produit url_du_produit enlace url_del_producto länk produktlänk produkt-url ' +
    'odkaz adresa_url adres_url adres link_do_produktu ссылка ссылка_на_товар адрес посилання посилання_на_товар 商品url 商品ページurl リンク ' +
    'σύνδεσμος url_prodotto link_prodotto url_producto enlace_del_producto',
  thumb_image:
    'thumb_image image_url imageurl image_link image img imgurl picture photo thumbnail main_image bigimage images.uri images.src images.url image.url image.src imageurls ' +
    'merchant_image_url picture_url image_1 bild bild_url bildurl bildlink produktbild bild_1 lien_image url_image ' +
    'image_principale photo_1 imagen url_de_la_imagen afbeelding immagine bildlänk billede obrázek obrázek_url foto ' +
    'zdjęcie zdjęcia zdjęcie_url zdjęcie_główne изображение изображения картинка фото ссылка_на_картинку зображення 画像 画像url 商品画像 ' +
    '商品画像url ' +
    'enlace_imagen link_immagine afbeeldingslink link_do_zdjęcia εικόνα url_immagine immagine_principale foto_1 url_imagen imagen_principal',
  availability:
    'availability available in_stock instock stock_status is_in_stock stock stock_quantity quantity qty inventory @available ' +
    'verfügbarkeit verfügbar lieferbar lagerbestand bestand lager auf_lager disponibilité disponible stock_disponible ' +
    'en_stock quantité disponibilidad existencias beschikbaarheid voorraad disponibilità lagerstatus lagersaldo i_lager ' +
    'tillgänglighet lagerstatus dostupnost skladem sklad počet_kusů dostupnosť dostępność dostępny stan stan_magazynowy ilość ' +
    'наличие доступность в_наличии остаток количество наявність доступність в_наявності кількість залишок 在庫 在庫状況 在庫数 ' +
    '在庫状態 ' +
    'διαθεσιμότητα απόθεμα giacenza quantità cantidad inventario',
  brand:
    'brand brand_name brand.name brands.name manufacturer vendor producer marke hersteller markenname marque fabricant marca fabricante merk fabrikant ' +
    'produttore varumärke tillverkare mærke značka výrobce výrobca marka producent бренд производитель марка виробник ' +
    'ブランド メーカー ブランド名 メーカー名 ' +
    'κατασκευαστής μάρκα',
  category_paths:
    'category_path category_paths categorypath categories category categories.name category.name product_type category_name categorytext merchant_category ' +
    'google_product_category categoryid1 kategorie kategoriepfad warengruppe produktkategorie kategorien catégorie catégories rubrique ' +
    'categoría categorie categoria kategori produktkategori varugrupp kategorie_produktu kategória kategoria kategoria_produktu kategoria_główna ' +
    'категория категории раздел рубрика категорія категорії カテゴリ カテゴリー 商品カテゴリ ジャンル ' +
    'κατηγορία κατηγορίες categoria_prodotto categorías ' +
    'produkttyp type_de_produit tipo_de_producto tipo_di_prodotto producttype typ_produktu google_produktkategorie ' +
    'catégorie_de_produits_google categoría_google_product categoria_prodotto_google google_productcategorie kategoria_google',
  currency:
    'currency currency_code currencyid priceinfo.currencycode währung waehrung devise monnaie moneda valuta měna mena waluta ' +
    'валюта 通貨 ' +
    'νόμισμα divisa',
  color:
    'color colour color_name farbe couleur barva farba kolor цвет колір färg farve kleur colore カラー 色 ' +
    'χρώμα',
  size:
    'size size_name größe groesse taille velikost veľkosť rozmiar размер розмір storlek størrelse maat taglia サイズ ' +
    'μέγεθος talla',
});

function namesOf(texts: Readonly<Record<string, string>>): Record<string, readonly string[]> {
  const spellings = (name: string) => [
    withoutAccents(name),
    name.replaceAll(/[äöü]/g, (letter) => UMLAUTS[letter] as string),
  ];
  return Object.fromEntries(
    Object.entries(texts).map(([attribute, names]) => [attribute, names.split(' ').flatMap(spellings)]),
  );
}

/** Stand between the levels of a category path, the most telling first. */
const LEVEL_SEPARATORS = ['>', '＞', '»', '→', '/', '|'];

/** How the category paths of a feed are written, from some of them. */
function categoryRule(field: string, samples: readonly string[]): FieldRule {
  const path =
    LEVEL_SEPARATORS.find((separator) => samples.some((sample) => sample.includes(separator))) ?? '>';
  const split = ['|', ';'].find(
    (separator) => separator !== path && samples.some((sample) => sample.includes(separator)),
  );
  return { field, path, ...(split === undefined ? {} : { split }) };
}

/** The currency stands beside the price, or in the header: `Preis (EUR)`. */
function currencyRule(price: string): FieldRule {
  const beside: FieldRule = { field: price, type: 'currency' };
  const named = /[([](.+)[)\]]\s*$|,\s*(\S+)$/.exec(price);
  const code = currencyOf((named?.[1] ?? named?.[2] ?? '').trim());
  return code === undefined || code === '' ? beside : { ...beside, else: { value: code } };
}

/** `Preis (EUR)` is a price, `Cena*` too; elements of XML often have no accents. */
function barePlainName(name: string): string {
  const plain = withoutAccents(plainName(name));
  return plain.replace(/[_]*(?:[([][^)\]]*[)\]]|\*+)$/, '') || plain;
}

export function guessMapping(fields: FieldNames, samplesOf: (field: string) => readonly string[]): Mapping {
  const found = new Map<string, string>();
  const byPlainName = new Map(fields.names.toReversed().map((name) => [barePlainName(name), name]));
  const taken = new Set<string>();
  for (const [attribute, names] of Object.entries(USUAL_NAMES)) {
    const name = names.find((candidate) => byPlainName.has(candidate) && !taken.has(candidate));
    if (name === undefined) continue;
    taken.add(name);
    found.set(attribute, byPlainName.get(name) as string);
  }
  const former = found.get(FORMER_PRICE);
  const price = found.get('price') ?? former;
  if (price !== undefined) found.set('price', price);
  if (price === former) found.delete(FORMER_PRICE);
  if (!found.has('currency') && price !== undefined) found.set('currency', price);
  const { id = ruleOf('id', 'id'), ...rules } = Object.fromEntries(
    [...found].map(([attribute, field]): [string, FieldRule] => {
      if (attribute === 'currency' && field === price) return [attribute, currencyRule(field)];
      if (attribute === 'category_paths') return [attribute, categoryRule(field, samplesOf(field))];
      return [attribute, ruleOf(attribute, field)];
    }),
  );
  return mappingOf({ id, ...rules }, { unmapped: 'keep' });
}
