import { expect, it } from 'vitest';
import { detectLanguage } from '../../../src/engine/text/detect-language.ts';
import { LANGUAGES } from '../../../src/engine/text/languages.ts';

/** Titles and descriptions as shops write them. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  ar: ['طاولة خشبية مع أربعة كراسي', 'مصباح أرضي من المعدن'],
  bg: ['Маса за хранене от дъб със столове', 'Лампа за бюро с ключ', 'Стъклена ваза за цветя'],
  cs: ['Jídelní stůl z dubu se čtyřmi židlemi', 'Lampa na stůl s vypínačem', 'Skříň do ložnice, bílá'],
  da: [
    'Spisebord i eg med fire stole',
    'Lampe til skrivebord og sofa',
    'Hvid kommode til børn',
    'Stol af træ med sæde i læder',
  ],
  de: [
    'Esstisch aus Eiche für vier Personen',
    'Schreibtischlampe mit Schalter, weiß',
    'Kommode für das Schlafzimmer',
  ],
  el: ['Τραπέζι από ξύλο με τέσσερις καρέκλες'],
  en: [
    'Oak dining table for four',
    'Desk lamp with a switch and a long cable',
    'White dresser for the bedroom',
    'Chair with arms in leather',
  ],
  es: [
    'Mesa de comedor de roble para cuatro personas',
    'Lámpara de escritorio con interruptor',
    'Cómoda blanca para el dormitorio',
  ],
  fi: [
    'Ruokapöytä tammea ja neljä tuolia',
    'Työpöytälamppu kytkimellä',
    'Valkoinen lipasto makuuhuoneeseen',
    'Nahkainen tuoli käsinojilla tai ilman',
  ],
  fr: [
    'Table à manger en chêne pour quatre personnes',
    'Lampe de bureau avec interrupteur',
    'Commode blanche pour la chambre',
  ],
  he: ['שולחן אוכל מעץ אלון עם ארבעה כיסאות'],
  hi: ['चार लोगों के लिए लकड़ी की मेज'],
  hu: [
    'Tölgy étkezőasztal négy székkel',
    'Íróasztali lámpa kapcsolóval és hosszú kábellel',
    'Fehér komód a hálószobába, ez az egy bőr szék',
  ],
  id: [
    'Meja makan kayu untuk empat orang',
    'Lampu meja dengan saklar',
    'Lemari putih untuk kamar tidur',
    'Kursi dari kulit dan kayu',
  ],
  it: [
    'Tavolo da pranzo in rovere per quattro persone',
    'Lampada da scrivania con interruttore',
    'Comò bianco per la camera',
  ],
  ja: ['オーク材の食卓テーブル四人用', 'スイッチ付きのデスクライト', '寝室用の白い箪笥'],
  ko: ['참나무 4인용 식탁', '스위치가 있는 책상 램프'],
  nl: [
    'Eettafel van eikenhout voor vier personen',
    'Bureaulamp met schakelaar',
    'Witte ladekast voor de slaapkamer',
  ],
  no: [
    'Spisebord i eik med fire stoler',
    'Lampe til skrivebord og sofa',
    'Hvit kommode for barn',
    'Stol av tre med sete i skinn',
    'Vase av glass',
  ],
  pl: [
    'Stół do jadalni z dębu dla czterech osób',
    'Lampa na biurko z włącznikiem',
    'Biała komoda do sypialni',
  ],
  pt: [
    'Mesa de jantar em carvalho para quatro pessoas',
    'Candeeiro de secretária com interruptor',
    'Cómoda branca para o quarto, não pintada',
  ],
  ro: [
    'Masă de stejar cu patru scaune',
    'Lampă de birou cu întrerupător',
    'Comodă albă pentru dormitor și hol',
  ],
  ru: [
    'Обеденный стол из дуба на четыре персоны',
    'Настольная лампа с выключателем',
    'Белый комод для спальни',
  ],
  sv: [
    'Matbord i ek för fyra personer',
    'Skrivbordslampa med strömbrytare och lång sladd',
    'Vit byrå till sovrummet',
    'Stol av trä på hjul',
  ],
  th: ['โต๊ะอาหารไม้โอ๊คสำหรับสี่คน'],
  tr: [
    'Dört kişilik meşe yemek masası',
    'Anahtarlı masa lambası ve kablo',
    'Yatak odası için beyaz şifonyer',
  ],
  uk: [
    'Обідній стіл з дуба на чотири персони',
    'Настільна лампа з вимикачем',
    'Білий комод для спальні і вітальні',
  ],
  vi: ['Bàn ăn gỗ sồi cho bốn người', 'Đèn bàn với công tắc', 'Tủ ngăn kéo trắng cho phòng ngủ'],
  zh: ['四人橡木餐桌', '带开关的台灯', '卧室白色抽屉柜'],
};

it('every language that search knows has its texts', () => {
  expect(Object.keys(TEXTS).sort()).toEqual(Object.keys(LANGUAGES).sort());
});

it.each(Object.entries(TEXTS))('%s is told by its function words and letters', (code, texts) => {
  expect(detectLanguage(texts)).toBe(code);
  expect(detectLanguage(texts.map((text) => text.toUpperCase()))).toBe(code);
});

it.each([[['Kallax', 'Billy 80x202', 'iPhone 15 Pro']], [[]], [['12345']]])(
  '%j is of no language',
  (texts) => {
    expect(detectLanguage(texts)).toBeNull();
  },
);

it('does not take long for many letters', () => {
  const text = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('');
  expect(detectLanguage([text])).toBe('zh');
});
