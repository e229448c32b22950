/** A catalog record as the feed gives it (doc: public-facts B4). Items have no variants. */
export interface CatalogRecord {
  attributes?: Attributes;
  variants?: Record<string, { attributes?: Attributes }>;
  views?: Record<string, ViewOverlay>;
}

export type Attributes = Record<string, unknown>;

interface ViewOverlay {
  attributes?: Attributes;
  variants?: Record<string, { attributes?: Attributes; exclude_from_view?: boolean }>;
}

export interface EffectiveRecord {
  attributes: Attributes;
  variants: { id: string; attributes: Attributes }[];
}

/**
 * The record as the view shows it: base values overlaid by the view's, base variants overlaid one by one and those
 * with `exclude_from_view` dropped (doc: public-facts C12, inferred). Null for `view` gives the base record; a view
 * the record has no entry for gives it too.
 */
export function toEffectiveRecord(record: CatalogRecord, view: string | null): EffectiveRecord {
  const overlay = view === null ? undefined : getOwnValue(record.views, view);
  const attributes = applyOverlay(record.attributes, overlay?.attributes);
  const variants: EffectiveRecord['variants'] = [];
  for (const [id, variant] of Object.entries(record.variants ?? {})) {
    const shown = getOwnValue(overlay?.variants, id);
    if (shown?.exclude_from_view === true) continue;
    variants.push({ id, attributes: applyOverlay(variant?.attributes, shown?.attributes) });
  }
  return { attributes, variants };
}

/** A null of a view is absent, as in the base: the SDK sends every unset attribute of a view so (rec: public-facts B4). */
function applyOverlay(base: Attributes | undefined, over: Attributes | undefined): Attributes {
  if (over === undefined || over === null) return base ?? {};
  const given = Object.entries(over).filter(([, value]) => value !== null);
  return { ...base, ...Object.fromEntries(given) };
}

function getOwnValue<Value>(map: Record<string, Value> | undefined, key: string): Value | undefined {
  return map && Object.hasOwn(map, key) ? map[key] : undefined;
}
