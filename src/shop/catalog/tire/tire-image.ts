import type { Season } from '../road/season.ts';
import { slug } from '../slug.ts';

export type Pictured = { manufacturer: string; model: string; season: Season; runflat: boolean };

/** `/tires/summer/nokian-hakka-blue-3-1kx2b9f.svg`: the hash separates `Primacy 4`, `Primacy 4+` and run-flat tires. */
export function tireImage({ manufacturer, model, season, runflat }: Pictured): string {
  const hash = stableHash([season, manufacturer, model, runflat ? 'RF' : ''].join('\0')).toString(36);
  return `/tires/${season}/${[slug(manufacturer), slug(model), hash].filter(Boolean).join('-')}.svg`;
}

export function bitmapPath(image: string): string {
  return image.replace(/\.svg$/, '.png');
}

/** FNV-1a of the text's UTF-16 units, 32 bits. Addresses depend on it: it must not change. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
