/** Names of the characters from U+00A0 to U+00FF, in their order (HTML 4.01, section 24.2). */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 ' +
  'sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc ' +
  'Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute ' +
  'acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

/** Names of other characters, each behind its number (HTML 4.01, sections 24.3 and 24.4). */
const OTHERS =
  '22:quot 26:amp 27:apos 3c:lt 3e:gt 152:OElig 153:oelig 160:Scaron 161:scaron 178:Yuml 192:fnof ' +
  '2c6:circ 2dc:tilde 391:Alpha 392:Beta 393:Gamma 394:Delta 395:Epsilon 396:Zeta 397:Eta 398:Theta ' +
  '399:Iota 39a:Kappa 39b:Lambda 39c:Mu 39d:Nu 39e:Xi 39f:Omicron 3a0:Pi 3a1:Rho 3a3:Sigma 3a4:Tau ' +
  '3a5:Upsilon 3a6:Phi 3a7:Chi 3a8:Psi 3a9:Omega 3b1:alpha 3b2:beta 3b3:gamma 3b4:delta 3b5:epsilon ' +
  '3b6:zeta 3b7:eta 3b8:theta 3b9:iota 3ba:kappa 3bb:lambda 3bc:mu 3bd:nu 3be:xi 3bf:omicron 3c0:pi ' +
  '3c1:rho 3c2:sigmaf 3c3:sigma 3c4:tau 3c5:upsilon 3c6:phi 3c7:chi 3c8:psi 3c9:omega 3d1:thetasym ' +
  '3d2:upsih 3d6:piv 2002:ensp 2003:emsp 2009:thinsp 200c:zwnj 200d:zwj 200e:lrm 200f:rlm 2013:ndash ' +
  '2014:mdash 2018:lsquo 2019:rsquo 201a:sbquo 201c:ldquo 201d:rdquo 201e:bdquo 2020:dagger 2021:Dagger ' +
  '2022:bull 2026:hellip 2030:permil 2032:prime 2033:Prime 2039:lsaquo 203a:rsaquo 203e:oline ' +
  '2044:frasl 20ac:euro 2111:image 2118:weierp 211c:real 2122:trade 2135:alefsym 2190:larr 2191:uarr ' +
  '2192:rarr 2193:darr 2194:harr 21b5:crarr 21d0:lArr 21d1:uArr 21d2:rArr 21d3:dArr 21d4:hArr ' +
  '2200:forall 2202:part 2203:exist 2205:empty 2207:nabla 2208:isin 2209:notin 220b:ni 220f:prod ' +
  '2211:sum 2212:minus 2217:lowast 221a:radic 221d:prop 221e:infin 2220:ang 2227:and 2228:or 2229:cap ' +
  '222a:cup 222b:int 2234:there4 223c:sim 2245:cong 2248:asymp 2260:ne 2261:equiv 2264:le 2265:ge ' +
  '2282:sub 2283:sup 2284:nsub 2286:sube 2287:supe 2295:oplus 2297:otimes 22a5:perp 22c5:sdot ' +
  '2308:lceil 2309:rceil 230a:lfloor 230b:rfloor 2329:lang 232a:rang 25ca:loz 2660:spades 2663:clubs ' +
  '2665:hearts 2666:diams';

const CHARACTERS = new Map<string, string>([
  ...LATIN_1.split(' ').map((name, at) => [name, String.fromCodePoint(0xa0 + at)] as const),
  ...[...OTHERS.matchAll(/([0-9a-f]+):(\w+)/g)].map(
    ([, number = '', name = '']) => [name, String.fromCodePoint(Number.parseInt(number, 16))] as const,
  ),
]);

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z][A-Za-z0-9]{1,10}));/g;

/** The character of an entity's name, undefined for one that HTML 4.01 does not have. */
export function namedCharacter(name: string): string | undefined {
  return CHARACTERS.get(name);
}

/** Decodes entities by name and by number; what is none stays as it is. */
export function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return CHARACTERS.get(name) ?? entity;
    const number = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = number > 0 && number <= 0x10ffff && (number < 0xd800 || number > 0xdfff);
    return isCharacter ? String.fromCodePoint(number) : entity;
  });
}
