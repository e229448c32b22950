/** A link of a widget (spec: Widget response). */
export interface Link {
  anchor: string;
  url: string;
}

/**
 * A link to a category's page. The catalog holds no addresses of categories, so they follow a template of the settings
 * with `{id}` and `{slug}`; the widget finds such a page again by its last part (assumption).
 */
export function categoryLink(template: string, { id, name }: { id: string; name: string }): Link {
  const url = template
    .replaceAll('{id}', encodeURIComponent(id))
    .replaceAll('{slug}', slug(name) || encodeURIComponent(id));
  return { anchor: name, url };
}

/** `Small Spaces & Dens` becomes `small-spaces-dens`. */
function slug(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .replace(/[^a-z0-9-]/g, encodeURIComponent);
}
