import { findMember } from '../../base/json/members.ts';
import { MAX_STORED_DEPTH, scanJson } from '../../base/json/scan.ts';
import { Tape } from '../../base/json/tape.ts';
import type { Component, Target } from '../../protocol/operation.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import { Findings } from '../findings/findings.ts';
import { ADVISED, getAttributeBit, REQUIRED, REQUIRED_BITS } from './attribute-rules.ts';
import {
  type Check,
  type CheckContext,
  checkAttributes,
  checkExclusion,
  checkMap,
  checkObjectOf,
  type Pointer,
} from './check-record.ts';

const choose = (ofProduct: Check, ofItem: Check): Check => {
  return (context, node, pointer) =>
    context.family === 'items' ? ofItem(context, node, pointer) : ofProduct(context, node, pointer);
};

/** A product may leave its price to its variants (doc: public-facts B4), nothing else. */
const checkPrice = (check: Check): Check => {
  return (context, node, pointer) => check(context, node, pointer) & getAttributeBit('price');
};

const attributes = checkAttributes;
const variant = checkObjectOf('variant', { attributes });
const variants = checkMap('variant', variant);
const viewVariant = checkObjectOf('variant of a view', { attributes, exclude_from_view: checkExclusion });
const viewVariants = checkMap('variant', viewVariant);
const viewOfItem = checkObjectOf('view', { attributes });
const view = choose(checkObjectOf('view', { attributes, variants: viewVariants }), viewOfItem);
const views = checkMap('view', view);
const PRODUCT = { attributes, variants: checkPrice(variants), views: checkPrice(views) };
const record = choose(checkObjectOf('product', PRODUCT), checkObjectOf('item', { attributes, views }));
/** A product whose id is beside its attributes. */
const plainProduct = checkObjectOf('product', { id: () => 0, ...PRODUCT });

/** @returns the bits of `REQUIRED` that a product lacks */
function checkRecord(context: CheckContext, node: number, pointer: Pointer): number {
  const { tape, family, findings } = context;
  const isProduct = family === 'products';
  const present = (context.isPlain ? plainProduct : record)(context, node, pointer);
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
export function findMissingAttributes(json: string, family: RecordFamily): number {
  if (family === 'items') return 0;
  const bytes = Buffer.from(json);
  const tape = new Tape();
  if (scanJson(tape, bytes, 0, bytes.length, MAX_STORED_DEPTH) !== null) return 0;
  return checkRecord({ tape, family, findings: new Findings(0) }, 0, () => '');
}

/** Warns of attributes that a product needs to be indexed, and of those that it should have. */
function checkComplete(
  { findings }: CheckContext,
  present: number,
  place: { offset: number; pointer: string },
): void {
  for (const name of REQUIRED) {
    if ((present & getAttributeBit(name)) !== 0) continue;
    findings.warning('attribute.required', `no '${name}': the index run leaves the product out`, place);
  }
  for (const name of ADVISED) {
    if ((present & getAttributeBit(name)) !== 0) continue;
    findings.warning('attribute.advised', `the attribute '${name}' is recommended but missing`, place);
  }
}

/** A product's attributes are replaced: without the required ones it can no longer be shown. */
function checkOwnAttributes(context: CheckContext, node: number, pointer: Pointer): number {
  const present = checkAttributes(context, node, pointer);
  if (context.family !== 'products') return 0;
  for (const name of REQUIRED) {
    if (name === 'price' || (present & getAttributeBit(name)) !== 0) continue;
    context.findings.warning('attribute.required', `this leaves the product without '${name}'`, {
      offset: context.tape.startOf(node),
      pointer: pointer(),
    });
  }
  return 0;
}

/** How the value of an add is checked, by what it is added to. Attributes by name are checked by the caller. */
const VALUE_CHECKS: Readonly<Partial<Record<Component, Check>>> = {
  record: checkRecord,
  attributes: checkOwnAttributes,
  variants,
  variant,
  'variant-attributes': checkAttributes,
  views,
  view,
  'view-attributes': checkAttributes,
  'view-variants': viewVariants,
  'view-variant': viewVariant,
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
  const bits = VALUE_CHECKS[target.component]?.(context, node, pointer) ?? 0;
  return target.component === 'record' ? bits : 0;
}
