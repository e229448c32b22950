import { textOfUnits, unitsOfText } from '../text/code-units.ts';
import { StringInterner } from '../values/text-table.ts';
import { indexOfName } from './property-order.ts';

/** Attributes whose values are more than those of a field. */
export const ROLES = [
  'title', 'item_title', 'brand', 'keywords', 'tags', 'description', 'url', 'availability',
  'category_paths', 'category', 'store_location',
  'colors', 'color_groups', 'sizes', 'color', 'color_group', 'size',
] as const; // biome-ignore format: a line each for texts, places and values of variants, which one entry a line would hide

export type Role = (typeof ROLES)[number];

const NO_FIELD = /^description$|image|^(category_paths|store_location|views|variants)$/i;
const NOT_SEARCHED =
  /^(title|brand|keywords|tags|url|availability|colors|color_groups|sizes)$|url$|link$|date/i;
const ROLL_UP = /^(colors|color_groups|sizes)$/;
const ROLL_UP_SOURCE = /^(color|color_group|size)$/;

/** What is done with the values of an attribute, settled once for each name of a catalog. */
export class FieldPlan {
  /** Names are numbered from 1 on. */
  readonly number: number;
  readonly name: string;
  /** Its values are filtered, counted and sorted. */
  readonly isField: boolean;
  /** Its values are searched as other text. */
  readonly isSearched: boolean;
  /** Place among `ROLES`, -1 for none. */
  readonly role: number;
  /** A list over the variants, and what such a list is made from. */
  readonly isRollUp: boolean;
  readonly isRollUpSource: boolean;
  /** The number that the name reads as, which JavaScript's objects put before other names; -1 for none. */
  readonly index: number;

  /** The name that came behind this one last: most records of a catalog have theirs in the same order. */
  follower: FieldPlan | null = null;
  readonly #units: Uint16Array;

  /** Which list the name was seen in last, and where: a name that comes again replaces its value. */
  listStamp = 0;
  listAt = 0;
  /** The document with an own value last, and where. */
  ownStamp = 0;
  ownAt = 0;
  /** The document whose variants have a value last, and the first and the last of these. */
  unionStamp = 0;
  unionFirst = 0;
  unionLast = 0;
  unionAt = 0;

  constructor(number: number, name: string) {
    this.number = number;
    this.name = name;
    this.#units = unitsOfText(name);
    this.isField = !NO_FIELD.test(name);
    this.isSearched = this.isField && !NOT_SEARCHED.test(name);
    this.role = (ROLES as readonly string[]).indexOf(name);
    this.isRollUp = ROLL_UP.test(name);
    this.isRollUpSource = ROLL_UP_SOURCE.test(name);
    this.index = indexOfName(name);
  }

  /** Whether the name stands there. */
  is(units: Uint16Array, start: number, end: number): boolean {
    const own = this.#units;
    if (own.length !== end - start) return false;
    for (let at = 0; at < own.length; at++) if (own[at] !== units[start + at]) return false;
    return true;
  }
}

/** The plans of a catalog's attributes by name. */
export class FieldPlans {
  readonly #names = new StringInterner();
  readonly #plans: FieldPlan[] = [];

  /** The plan for the name that stands there, behind another one if it is given. */
  of(units: Uint16Array, start: number, end: number, before: FieldPlan | null = null): FieldPlan {
    const expected = before?.follower;
    if (expected?.is(units, start, end)) return expected;
    const plan = this.#find(units, start, end);
    if (before) before.follower = plan;
    return plan;
  }

  #find(units: Uint16Array, start: number, end: number): FieldPlan {
    const number = this.#names.numberOf(units, start, end);
    return this.#plans[number] ?? this.#make(number, textOfUnits(units, start, end));
  }

  named(name: string): FieldPlan {
    return this.of(unitsOfText(name), 0, name.length);
  }

  #make(number: number, name: string): FieldPlan {
    const plan = new FieldPlan(number, name);
    this.#plans[number] = plan;
    return plan;
  }
}
