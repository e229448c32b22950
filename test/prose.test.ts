import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Words that the style of CONTRIBUTING.md replaces by the thing's name or the trade's term. */
const HABITS = /\b(?:whoever|so many|of its own|stands? aside|out of the ordinary)\b/i;
/** Beginnings of comments that delay the subject; a line of a comment that continues a sentence begins in lower case. */
const COMMENT_HABITS = /(?:\/\*\*|^\s*\*|\/\/) (?:Whoever|So many|What|Those that|One that)\b/;
const CONSTANT_HABITS =
  /\b(?:LEAST|MOST|FEWEST|SHORTEST|LONGEST|LARGEST|SMALLEST|GREATEST|HIGHEST|LOWEST)_[A-Z]/;
/** Files whose name is an adjective or participle: the thing is missing. */
const PARTICIPLE_FILES =
  /\/(?:asked|built|counted|drawn|found|given|held|kept|known|learned|left|living|shown|superseded|taken|told)\.tsx?$/;

/** How the names of functions begin. Predicates, conversions and conditions count as verbs. */
const VERBS = new Set(
  `abort accept acquire act add admit advance advise aggregate align allocate analyse annotate answer append apply apportion
approve arrange as ask assemble assert assess assign assume attempt authenticate average await batch begin bisect blame block
break build call can capture carry change check checkpoint choose claim clamp classify clean clear close code collect color commit
compare compile complete compress compute concat conclude confine confirm connect convert copy correct count create cut decide
declare decode decrypt dedupe define deliver describe detect diff discard disconnect divide download drain draw drop ellipsize
emit encode end enforce enlarge escape estimate excerpt exchange exclude execute exit expand expect explain export extract
fail fetch fill filter find finish fit flatten flush focus fold follow for force forget format gather generate get give group
grow guard guess gunzip hand handle has hash hear hold identify ignore import increase index inflate inject insert inspect
install interpolate intersect is join judge keep label learn leave lend lengthen limit list listen load locate lock look lose
lower make map mark mask match matches may measure memoize merge migrate mix mkdirp move multiply name narrow normalize note
null number offer omit open operate pack pad parse pass pause peek perform pick plan pluralize poll prepare print profile
propose publish pull push put quote raise range rank read rebuild recall reconnect record recover refresh refuse register rehash
rehearse reject rejoin release reload remember remove rename render renew repeat replace replay report request resend reserve
reset resize resolve rest retire rewrite roll round run salvage sample saturate save scale scan score seal search seek segment
select send serialize serve set settle share shorten show shrink sift skip slice sort spell split spread stack stamp start
stat stem step stop store submit suggest sum summarize supersede sweep switch sync take test tidy to toggle tokenize track transfer
transition trim truncate trust try tune type uncount unescape unite unpack unregister unwrap update upload use validate verify
view visit vote wait wake walk warm warn watch weigh widen with withhold without work wrap write yield`.split(
    /\s+/,
  ),
);
/** Predicates in the third person, and handlers of events. */
const OTHER_FORMS = /^(?:are|accepts|adds|begins|comes|differs|fits|holds|lets|on[A-Z])/;
/** `jobToJson` is a conversion, as is `toJson`. */
const CONVERSION = /^[a-z]+To[A-Z]/;
/** Words that are nouns in front of these: `nameOf`, `listOf`. */
const NOUN_ENDING = /^[a-z]+(?:Of|At)$/;
/** Verbs that are nouns here: `recordLine` is a line of a record, and records none. */
const NOUN_PHRASE =
  /^(?:filter|index|load|number|plan|range|rank|record|request|search|view)(?:Text|Markdown|Document|Gates?|Clause|Key|Lines?|Filter|Edges|Path|Context|Parameters|Calls|Matcher|Pattern|Getter|Name|Bytes)$/;
/** Builders of errors, refusals and commander's commands have the name of what they build. */
const BUILT_THING = /(?:Error|Refusal|Command)$/;
/** Schemas read as sentences: `exactly({ id: either(TEXT, COUNT) })`. `is…` of shapes are validators. */
const SENTENCES = ['src/protocol/json-schema.ts', 'src/catalog/rules/check-record.ts'];
/** Other programs import it: its name is a promise of 1.0.0. */
const PUBLIC = 'fileInput';

function texts(folder: string, ending: RegExp): string[] {
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((file) => path.join(folder, String(file)))
    .filter((file) => ending.test(file) && !file.startsWith(path.join('docs', 'sources')));
}

function linesWith(habit: RegExp, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (habit.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
  );
}

test('texts name the thing: no habit of the style guide comes back', () => {
  const files = [...texts('src', /\.tsx?$/), ...texts('docs', /\.md$/), 'README.md'];
  expect(linesWith(HABITS, files)).toEqual([]);
});

test('a comment begins with its subject', () => {
  expect(linesWith(COMMENT_HABITS, texts('src', /\.tsx?$/))).toEqual([]);
});

test('bounds are called MIN_ and MAX_', () => {
  expect(linesWith(CONSTANT_HABITS, texts('src', /\.tsx?$/))).toEqual([]);
});

test('a file has the name of its main export, not of an adjective', () => {
  expect(texts('src', PARTICIPLE_FILES)).toEqual([]);
});

/** Functions, arrow functions and private methods as they are declared, nested ones too. */
const DECLARATIONS = [
  /^\s*(?:export )?(?:async )?function\*? (\w+)/gm,
  /^\s*(?:export )?const ([a-z]\w*)(?:: [^=\n]+)? = (?:async )?(?:\([^()\n]*\)|\w+)(?:: [^=\n]+)? =>/gm,
  /^ {2}(?:async )?\*?#(\w+)(?:<[^>(\n]*>)?\(/gm,
];
const EXPORTED = [/^export (?:async )?function\*? (\w+)/gm];
/** Rooms in which private functions too begin with a verb. */
const FINISHED = /^src\/(?:base|catalog|cli|client|engine|rehearse|server)\//;

function beginsWithVerb(name: string): boolean {
  if (BUILT_THING.test(name) || OTHER_FORMS.test(name) || CONVERSION.test(name)) return true;
  if (NOUN_PHRASE.test(name)) return false;
  return VERBS.has(/^[a-z]*/.exec(name)?.[0] ?? '') && !NOUN_ENDING.test(name);
}

test('the names of functions begin with a verb', () => {
  const files = texts('src', /\.tsx?$/).filter(
    (file) => !file.includes(path.join('kernel', 'assembly')) && !SENTENCES.includes(file),
  );
  const unclear = files.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const isFinished = FINISHED.test(file.replaceAll(path.sep, '/'));
    return (isFinished ? DECLARATIONS : EXPORTED)
      .flatMap((pattern) => [...source.matchAll(pattern)].map(([, name = '']) => name))
      .filter((name) => /^[a-z]/.test(name) && name !== PUBLIC && !beginsWithVerb(name))
      .map((name) => `${file}: ${name}`);
  });
  expect(unclear).toEqual([]);
});
