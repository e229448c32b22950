import { findMember } from '../../base/json/members.ts';
import type { Component, Target } from '../../protocol/operation.ts';
import { ADVISED, bitOf, REQUIRED } from './attribute-rules.ts';
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

/** Bits of views do not count: what a view shows does not complete the product itself. */
function withoutBits(check: (context: CheckContext, node: number, pointer: Pointer) => unknown) {
  return (context: CheckContext, node: number, pointer: Pointer): number => {
    check(context, node, pointer);
    return 0;
  };
}

const VARIANT: MemberChecks = { attributes: checkAttributes };
const VIEW_VARIANT: MemberChecks = { attributes: checkAttributes, exclude_from_view: checkExclusion };
const ITEM_VIEW: MemberChecks = { attributes: checkAttributes };
const VIEW: MemberChecks = { attributes: checkAttributes, variants: checkViewVariants };
const ITEM: MemberChecks = { attributes: checkAttributes, views: withoutBits(checkViews) };
const PRODUCT: MemberChecks = {
  attributes: checkAttributes,
  variants: (context, node, pointer) => checkVariants(context, node, pointer) & PRICE_BIT,
  views: withoutBits(checkViews),
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

function checkRecord(context: CheckContext, node: number, pointer: Pointer): void {
  const { tape, family, findings } = context;
  const isProduct = family === 'products';
  const what = isProduct ? 'product' : 'item';
  const present = checkMembers(context, node, pointer, what, recordChecks(context));
  if (!tape.isObject(node)) return;
  const place = { offset: tape.startOf(node), pointer: pointer() };
  if (findMember(tape, node, 'attributes') === undefined) {
    // doc: public-facts B4, "attributes is required"
    findings.error('record.no_attributes', "a record must have 'attributes'", place);
  } else if (isProduct) checkComplete(context, present, place);
}

/** Are the attributes there that a product needs, and those that it should have? */
function checkComplete(
  { findings }: CheckContext,
  present: number,
  place: { offset: number; pointer: string },
): void {
  for (const name of REQUIRED) {
    if ((present & bitOf(name)) !== 0) continue;
    findings.error('attribute.required', `the required attribute '${name}' is missing`, place);
  }
  for (const name of ADVISED) {
    if ((present & bitOf(name)) !== 0) continue;
    findings.warning('attribute.advised', `the attribute '${name}' is recommended but missing`, place);
  }
}

/** A product's attributes are replaced: without the required ones it can no longer be shown. */
function checkOwnAttributes(context: CheckContext, node: number, pointer: Pointer): void {
  const present = checkAttributes(context, node, pointer);
  if (context.family !== 'products') return;
  for (const name of REQUIRED) {
    if (name === 'price' || (present & bitOf(name)) !== 0) continue;
    context.findings.warning('attribute.required', `this leaves the product without '${name}'`, {
      offset: context.tape.startOf(node),
      pointer: pointer(),
    });
  }
}

type ValueCheck = (context: CheckContext, node: number, pointer: Pointer) => unknown;

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
 */
export function checkValue(context: CheckContext, target: Target, node: number, pointer: Pointer): void {
  VALUE_CHECKS[target.component]?.(context, node, pointer);
}
