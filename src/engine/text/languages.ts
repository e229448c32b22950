import { fold } from './analysis.ts';

/** Facts of a language beside its stems. Words are folded. */
export interface Language {
  /** Function words, left out of a query that has other words. */
  stop: ReadonlySet<string>;
  /** Words that introduce a qualifier: `lamp for the desk`, `bed with drawers`. */
  linking: ReadonlySet<string>;
  /** Words that introduce a purpose. */
  use: ReadonlySet<string>;
  /** The head term comes first in a name. */
  isHeadFirst: boolean;
  /** Words that stand before an apostrophe without being a part of the word. */
  elided: RegExp | null;
  /** Forms that no rule knows, and what they are forms of; a word that is its own is apart from its like. */
  irregular: ReadonlyMap<string, string>;
  /** Letters that others of its script seldom have. */
  letters: RegExp | null;
  /** Whether words are written as one that others write as several. */
  hasCompounds: boolean;
  /** Words that end in another without being one of its kind. */
  noCompounds: ReadonlySet<string>;
}

interface Entry {
  stop: string;
  linking?: string;
  use?: string;
  isHeadFirst?: true;
  elided?: string;
  irregular?: string;
  letters?: string;
  hasCompounds?: true;
  noCompounds?: string;
}

const toWords = (text = '') => new Set(fold(text).split(' ').filter(Boolean));

function toLanguage(entry: Entry): Language {
  const { stop, linking, use, elided, irregular = '', letters } = entry;
  return {
    stop: toWords(stop),
    linking: toWords(linking),
    use: toWords(use),
    isHeadFirst: entry.isHeadFirst ?? false,
    elided: elided === undefined ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${elided})['’](?=\\p{L})`, 'giu'),
    irregular: new Map(
      [...toWords(irregular)].map((each) => {
        const [form = '', word = form] = each.split('>');
        return [form, word];
      }),
    ),
    letters: letters === undefined ? null : new RegExp(`[${letters}]`, 'giu'),
    hasCompounds: entry.hasCompounds ?? false,
    noCompounds: toWords(entry.noCompounds),
  };
}

const ENTRIES: Readonly<Record<string, Entry>> = {
  en: {
    stop: 'a an and are as at be but by for from has have if in into is it my of on or our that the their then there these they this to was which will with your',
    linking: 'at by fits for from has have in into of on that to which with',
    use: 'for fits',
    irregular:
      'knives>knife shelves>shelf scarves>scarf leaves>leaf loaves>loaf halves>half wolves>wolf calves>calf thieves>thief mice>mouse geese>goose feet>foot teeth>tooth men>man women>woman children>child wives>wife organic organics>organic university universities>university universal generic general news',
  },
  ar: {
    stop: 'و في من على الى مع عن',
    linking: 'من مع في',
    use: 'ل',
    isHeadFirst: true,
    letters: '\\p{sc=Arabic}',
  },
  bg: {
    stop: 'и в във с със за от на до по',
    linking: 'с със за от на в',
    use: 'за',
    isHeadFirst: true,
    letters: 'ъ',
  },
  cs: {
    stop: 'a i s se z ze v ve na do pro k ke od po u',
    linking: 's se z ze v ve na do pro k ke',
    use: 'pro',
    irregular:
      'stul>stol nuz>noz dum>dom vuz>voz deti>dite ruce>ruka noh>noha psi>pes psa>pes psů>pes oči>oko uši>ucho',
    letters: 'ěřůť',
  },
  da: {
    stop: 'af at den det de der en et for fra i med og om på som til',
    linking: 'af for fra i med på til',
    use: 'til for',
    irregular:
      'bøger>bog børn>barn sko skoene>sko skoen>sko ur ure>ur uret>ur urene>ur hænder>hånd tænder>tand mænd>mand børns>barn skeer>ske skeen>ske lagner>lagen lagnet>lagen køer>ko',
    letters: 'øæ',
    hasCompounds: true,
    noCompounds: 'håndsko',
  },
  de: {
    stop: 'am an auf aus bei das dem den der des die ein eine einem einen einer eines für im in ist mit oder und vom von zu zum zur',
    linking: 'am an auf aus bei für im in mit ohne vom von zu zum zur',
    use: 'für',
    irregular: 'kuchen neun fassung poster schale schalen>schale reise reisen>reise',
    letters: 'ßäöü',
    hasCompounds: true,
    noCompounds: 'handschuh handschuhe handschuhen',
  },
  el: {
    stop: 'και με σε για από το τα η ο οι του της των στο στη',
    linking: 'με σε για από',
    use: 'για',
    letters: '\\p{sc=Greek}',
    irregular: 'σκαλί σκαλιά>σκαλί ραφή ραφές>ραφή',
  },
  es: {
    stop: 'a al con de del e el en la las lo los o para por sin su un una unos y',
    linking: 'a al con de del en para por sin',
    use: 'para',
    isHeadFirst: true,
    irregular:
      'mes plata puerto puertos>puerto caso casos>caso jerséis>jersey cuadrado cuadrados>cuadrado cuadrada>cuadrado cuadradas>cuadrado gris grises>gris bota botas>bota gorra gorras>gorra vela velas>vela punta puntas>punta libra libras>libra pala palas>pala pata patas>pata barca barcas>barca cubo cubos>cubo copo copos>copo cinto cintos>cinto',
    letters: 'ñ¿¡',
  },
  fi: {
    stop: 'ja on se tai kanssa',
    linking: 'kanssa',
    irregular:
      'musta mustaa>musta mustan>musta mustat>musta saappaat>saapas pyyhkeet>pyyhe ovet>ovi veitset>veitsi veitsen>veitsi veitsiä>veitsi lapset>lapsi lasten>lapsi lapsen>lapsi kädet>käsi käsineet>käsine lakanat>lakana villapaidat>villapaita takka takat>takka takan>takka kirje kirjeet>kirje kirjeen>kirje kansi kannet>kansi kannen>kansi lampi',
    hasCompounds: true,
    letters: 'äö',
  },
  fr: {
    stop: 'a à au aux avec dans de des du en et la le les leur ou par pour sans sur un une',
    linking: 'a à au aux avec dans de des du en par pour sans sur',
    use: 'pour',
    isHeadFirst: true,
    elided: 'l|d|j|qu|n|s|c|m|t|jusqu|lorsqu|puisqu',
    irregular:
      'jeux>jeu cheveux>cheveu lieux>lieu feux>feu tuyaux>tuyau blanche>blanc blanches>blanc yeux>oeil poisson poissons>poisson oreillers>oreiller cuillers>cuiller travaux>travail porte portes>porte sèche>sec sèches>sec douce>doux douces>doux selle selles>selle poulie poulies>poulie sole soles>sole mûre mûres>mûre fraîche>frais fraîches>frais épaisse>épais épaisses>épais rousse>roux rousses>roux',
    letters: 'œçêèù',
  },
  he: { stop: 'של עם על את או', linking: 'של עם', isHeadFirst: true, letters: '\\p{sc=Hebrew}' },
  hi: { stop: 'का की के में और से के लिए को', letters: '\\p{sc=Devanagari}' },
  hu: {
    irregular: 'lovak>ló kövek>kő kesztyűk>kesztyű tavak>tó',
    stop: 'a az és egy is vagy',
    letters: 'őű',
  },
  id: {
    stop: 'dan di ke dari untuk dengan yang',
    linking: 'untuk dengan dari',
    use: 'untuk',
    isHeadFirst: true,
  },
  it: {
    stop: 'a ad al alla con da dal dalla dei del della delle di e ed gli i il in la le lo o per su un una uno',
    linking: 'a ad al alla con da dal dalla dei del della delle di in per su',
    use: 'per',
    isHeadFirst: true,
    elided: 'l|un|d|all|dall|dell|nell|sull|quest',
    irregular:
      'porto porti>porto uomini>uomo lenzuola>lenzuolo pesce pesci>pesce pasta paste>pasta colla foglia foglie>foglia tela tele>tela manica maniche>manica banca banche>banca mela mele>mela cera cappello cappelli>cappello caso casi>caso bollo bolli>bollo costo costi>costo palo pali>palo scalo scali>scalo testo testi>testo',
    letters: 'ìòù',
  },
  ja: {
    stop: 'の を に は が で と も へ や から まで',
    letters: '\\p{sc=Hiragana}\\p{sc=Katakana}',
  },
  ko: { stop: '및 와 과 용', letters: '\\p{sc=Hangul}' },
  nl: {
    stop: 'aan bij de een en het in is met of om op s te uit van voor',
    linking: 'aan bij in met op uit van voor zonder',
    use: 'voor',
    hasCompounds: true,
    irregular:
      'boot boten>boot laars laarzen>laars boom bomen>boom rook poot poten>poot maan manen>maan taak taken>taak zaak zaken>zaak haak haken>haak koop laken lakens>laken oren>oor ogen>oog eieren>ei kinderen>kind kinders>kind bureaus>bureau kaas kazen>kaas maat maten>maat ram rammen>ram',
    noCompounds: 'handschoen handschoenen',
  },
  no: {
    stop: 'av den det de en et for fra i med og om på som til',
    linking: 'av for fra i med på til',
    use: 'til for',
    irregular:
      'bøker>bok barn sko skoene>sko håndklær>håndkle trær>tre knær>kne skoen>sko sofaer>sofa hender>hånd tenner>tann menn>mann føtter>fot skjeer>skje skjeen>skje gensere>genser genseren>genser genserne>genser klærne>klær bøkene>bok',
    letters: 'øæ',
    hasCompounds: true,
    noCompounds: 'hansker',
  },
  pl: {
    stop: 'a dla do i lub na o od po w we z za ze',
    linking: 'dla do na od po w we z ze',
    use: 'dla do',
    isHeadFirst: true,
    irregular: 'dzieci>dziecko psy>pies psa>pies psów>pies oczy>oko oczu>oko uszy>ucho',
    letters: 'łżźśćńąę',
  },
  pt: {
    stop: 'a ao as com da das de do dos e em na no nas nos o os ou para por sem um uma',
    linking: 'ao com da das de do dos em na no para por sem',
    use: 'para',
    isHeadFirst: true,
    irregular:
      'mês meses>mês sala salas>sala caso casos>caso porto portos>porto prata bola bolas>bola copa copas>copa bota botas>bota capa capas>capa manta mantas>manta ponta pontas>ponta barca barcas>barca saca sacas>saca livre livres>livre pata patas>pata banca bancas>banca fáceis>fácil difíceis>difícil têxteis>têxtil portáteis>portátil barris>barril funis>funil perfis>perfil infantis>infantil',
    letters: 'ãõç',
  },
  ro: {
    stop: 'cu de din in la pe pentru si un o',
    linking: 'cu de din la pe pentru',
    use: 'pentru',
    isHeadFirst: true,
    irregular: 'mese>masa inele>inel linguri>lingura copii>copil pata pete>pata banc bancuri>banc ram',
    letters: 'ășțț',
  },
  ru: {
    stop: 'в во для до и из или к ко на о от по с со у',
    linking: 'в во для до из к на от по с со',
    use: 'для',
    isHeadFirst: true,
    irregular: 'мель мели>мель поло дни>день серёг>серьга цветы>цветок банк банков>банк',
    letters: 'ыэёъ',
  },
  sv: {
    stop: 'av att den det de en ett för från i med och om på som till',
    linking: 'av för från i med på till',
    use: 'till för',
    irregular:
      'skor>sko skorna>sko böcker>bok ljuset>ljus lakan lakanen>lakan banan bananer>banan bananen>banan tulpan tulpaner>tulpan blått>blå grått>grå smått>små möss>mus fötter>fot nötter>nöt lakanet>lakan byråar>byrå byråer>byrå byrån>byrå grönt>grön rött>röd vitt>vit brunt>brun gult>gul stort>stor mjukt>mjuk runt>rund fint>fin högt>hög brett>bred fönster fönstret>fönster fönstren>fönster mönster mönstret>mönster',
    letters: 'å',
    hasCompounds: true,
    noCompounds: 'handskar',
  },
  th: { stop: 'ของ และ ที่ ใน สำหรับ พร้อม', use: 'สำหรับ', isHeadFirst: true, letters: '\\p{sc=Thai}' },
  tr: { stop: 've ile için bir', irregular: 'evler>ev', use: 'için', letters: 'ığş' },
  uk: {
    stop: 'в у для до з зі із і й та на о от по від',
    linking: 'в для до з зі із на по від',
    use: 'для',
    isHeadFirst: true,
    irregular: 'квіти>квітка квітів>квітка банк банків>банк',
    letters: 'іїєґ',
  },
  vi: {
    stop: 'và cho của với',
    linking: 'cho của với',
    use: 'cho',
    isHeadFirst: true,
    letters: 'ơưđ',
  },
  zh: { stop: '的 和 与 及', letters: '\\p{sc=Han}' },
};

export const LANGUAGES: Readonly<Record<string, Language>> = Object.fromEntries(
  Object.entries(ENTRIES).map(([code, entry]) => [code, toLanguage(entry)]),
);
