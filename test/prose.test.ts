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
  `accept acquire add admit aggregate analyse annotate answer append apply arrange as assemble assert assess assign assume
authenticate await batch begin bisect block build call can capture check checkpoint choose classify clean clear close code collect
color commit compare compile complete compress compute concat confine confirm connect convert copy count create cut declare decode
dedupe deliver describe detect diff discard divide download drop ellipsize encode end enforce enlarge escape estimate exclude exit
expand explain export extract fail fetch filter find finish flatten fold for force forget format gather generate get give group grow
guard guess gunzip has hash hear identify ignore import index inflate inject inspect install interpolate intersect is join judge keep
limit list listen load locate lock lower make map mark mask match matches may measure memoize merge mix mkdirp name narrow normalize
note null number offer omit open pack pad parse pass pause peek pick plan pluralize prepare print profile push quote raise range rank
read rebuild recall record recover refuse register rehearse remember remove rename render replace replay report request reset resolve
run salvage sample saturate save scan score seal search select send serialize serve set share shorten show skip slice sort split stamp
start stat stem store submit suggest sum summarize supersede sync take test to toggle tokenize track transfer transition truncate
trust type unescape unite unpack unregister update upload use validate verify view wait warm warn watch weigh with withhold without
wrap write`.split(/\s+/),
);
/** Words that are nouns in front of these: `nameOf`, `listOf`. */
const NOUN_ENDING = /^[a-z]+(?:Of|At)$/;
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

test('the names of exported functions begin with a verb', () => {
  const files = texts('src', /\.ts$/).filter(
    (file) => !file.includes(path.join('kernel', 'assembly')) && !SENTENCES.includes(file),
  );
  const unclear = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/^export (?:async )?function\*? (\w+)/gm)]
      .map(([, name = '']) => name)
      .filter((name) => !BUILT_THING.test(name) && name !== PUBLIC)
      .filter((name) => !VERBS.has(/^[a-z]*/.exec(name)?.[0] ?? '') || NOUN_ENDING.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unclear).toEqual([]);
});
