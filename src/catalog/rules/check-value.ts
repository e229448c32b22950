import { findMember } from '../../base/json/members.ts';
import { type ScanLimits, scanJson } from '../../base/json/scan.ts';
import { Tape } from '../../base/json/tape.ts';
import type { Component, Target } from '../../protocol/operation.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { Findings } from '../findings/findings.ts';
import { ADVISED, bitOf, REQUIRED, REQUIRED_BITS } from './attribute-rules.ts';
import {
  type CheckContext,
  checkAttributes,
  checkExclusion,
  checkMap,
  checkMembers,
  type MemberChecks,
  type Pointer,
  PRICE_BIT,
} from './check-record.ts';

const VARIANT: MemberChecks = { attributes: checkAttributes };
const VIEW_VARIANT: MemberChecks = { attributes: checkAttributes, exclude_from_view: checkExclusion };
const ITEM_VIEW: MemberChecks = { attributes: checkAttributes };
const VIEW: MemberChecks = { attributes: checkAttributes, variants: checkViewVariants };
const ITEM: MemberChecks = { attributes: checkAttributes, views: checkViews };
const PRODUCT: MemberChecks = {
  attributes: checkAttributes,
  variants: (context, node, pointer) => checkVariants(context, node, pointer) & PRICE_BIT,
  views: (context, node, pointer) => checkViews(context, node, pointer) & PRICE_BIT,
};

/** A product whose id is beside its attributes. */
const PLAIN_PRODUCT: MemberChecks = { id: () => 0, ...PRODUCT };

function recordChecks({ family, isPlain }: CheckContext): MemberChecks {
  if (family === 'items') return ITEM;
  return isPlain ? PLAIN_PRODUCT : PRODUCT;
}

function checkVariant(context: CheckContext, node: number, pointer: Pointer): number {
  return checkMembers(context, node, pointer, 'variant', VARIANT);
}

function checkVariants(context: CheckContext, node: number, pointer: Pointer): number {
  return checkMap(context, node, pointer, 'variant', (value, at) => checkVariant(context, value, at));
}

function checkViewVariant(context: CheckContext, node: number, pointer: Pointer): number {
  return checkMembers(context, node, pointer, 'variant of a view', VIEW_VARIANT);
}

function checkViewVariants(context: CheckContext, node: number, pointer: Pointer): number {
  return checkMap(context, node, pointer, 'variant', (value, at) => checkViewVariant(context, value, at));
}

function checkView(context: CheckContext, node: number, pointer: Pointer): number {
  return checkMembers(context, node, pointer, 'view', context.family === 'items' ? ITEM_VIEW : VIEW);
}

function checkViews(context: CheckContext, node: number, pointer: Pointer): number {
  return checkMap(context, node, pointer, 'view', (value, at) => checkView(context, value, at));
}

/** @returns the bits of `REQUIRED` that a product lacks */
function checkRecord(context: CheckContext, node: number, pointer: Pointer): number {
  const { tape, family, findings } = context;
  const isProduct = family === 'products';
  const what = isProduct ? 'product' : 'item';
  const present = checkMembers(context, node, pointer, what, recordChecks(context));
  if (!tape.isObject(node)) return 0;
  const place = { offset: tape.startOf(node), pointer: pointer() };
  if (findMember(tape, node, 'attributes') === undefined) {
    // doc: public-facts B4, "attributes is required"
    findings.error('record.no_attributes', "a record must have 'attributes'", place);
  } else if (isProduct) checkComplete(context, present, place);
  return isProduct ? REQUIRED_BITS & ~present : 0;
}

/**
 * Which required attributes a stored product lacks: it is kept, and left out by the index run.
 *
 * @param json a record that was checked when it was loaded
 * @returns bits of `REQUIRED`, 0 for a complete product and for an item
 */
export function missingIn(json: string, family: RecordFamily): number {
  if (family === 'items') return 0;
  const bytes = Buffer.from(json);
  const tape = new Tape();
  if (scanJson(tape, bytes, 0, bytes.length, STORED_LIMITS) !== null) return 0;
  return checkRecord({ tape, family, findings: new Findings(0) }, 0, () => '');
}

/** Warns of attributes that a product needs to be indexed, and of those that it should have. */
function checkComplete(
  { findings }: CheckContext,
  present: number,
  place: { offset: number; pointer: string },
): void {
  for (const name of REQUIRED) {
    if ((present & bitOf(name)) !== 0) continue;
    findings.warning('attribute.required', `no '${name}': the index run leaves the product out`, place);
  }
  for (const name of ADVISED) {
    if ((present & bitOf(name)) !== 0) continue;
    findings.warning('attribute.advised', `the attribute '${name}' is recommended but missing`, place);
  }
}

/** A product's attributes are replaced: without the required ones it can no longer be shown. */
function checkOwnAttributes(context: CheckContext, node: number, pointer: Pointer): number {
  const present = checkAttributes(context, node, pointer);
  if (context.family !== 'products') return 0;
  for (const name of REQUIRED) {
    if (name === 'price' || (present & bitOf(name)) !== 0) continue;
    context.findings.warning('attribute.required', `this leaves the product without '${name}'`, {
      offset: context.tape.startOf(node),
      pointer: pointer(),
    });
  }
  return 0;
}

/** A stored record was scanned with its line; only what is nested deeper than any line's limit can fail here. */
export const STORED_LIMITS: ScanLimits = { maxDepth: 100_000 };

type ValueCheck = (context: CheckContext, node: number, pointer: Pointer) => number;

/** How the value of an add is checked, by what it is added to. Attributes by name are checked by the caller. */
const VALUE_CHECKS: Readonly<Partial<Record<Component, ValueCheck>>> = {
  record: checkRecord,
  attributes: checkOwnAttributes,
  variants: checkVariants,
  variant: checkVariant,
  'variant-attributes': checkAttributes,
  views: checkViews,
  view: checkView,
  'view-attributes': checkAttributes,
  'view-variants': checkViewVariants,
  'view-variant': checkViewVariant,
  'view-variant-attributes': checkAttributes,
  'view-variant-exclusion': checkExclusion,
};

/**
 * Checks the value of an add: shapes, ids, names, types, and for a whole record its required attributes.
 *
 * @param pointer where the value is inside the line's document
 * @returns the bits of `REQUIRED` that a whole product lacks; 0 for any other value
 */
export function checkValue(context: CheckContext, target: Target, node: number, pointer: Pointer): number {
  const found = VALUE_CHECKS[target.component]?.(context, node, pointer) ?? 0;
  return target.component === 'record' ? found : 0;
}
