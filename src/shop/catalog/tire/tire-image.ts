import type { Season } from '../road/season.ts';
import { slug } from '../slug.ts';

export type Pictured = { manufacturer: string; model: string; season: Season; runflat: boolean };

/**
 * The address of a model's picture: `/tires/summer/nokian-hakka-blue-3-1kx2b9f.svg`. The hash tells `Primacy 4` from
 * `Primacy 4+`, and a model with run-flat sidewalls from the same without.
 */
export function tireImage({ manufacturer, model, season, runflat }: Pictured): string {
  const hash = stableHash([season, manufacturer, model, runflat ? 'RF' : ''].join('\0')).toString(36);
  return `/tires/${season}/${[slug(manufacturer), slug(model), hash].filter(Boolean).join('-')}.svg`;
}

export function bitmapPath(image: string): string {
  return image.replace(/\.svg$/, '.png');
}

/** Caches `tireImage`: a catalogue has twenty sizes of each model. */
export function imagesOnce(): typeof tireImage {
  const cache = new Map<string, string>();
  return (tire) => {
    const key = `${tire.season}\0${tire.manufacturer}\0${tire.model}\0${tire.runflat}`;
    const image = cache.get(key) ?? tireImage(tire);
    cache.set(key, image);
    return image;
  };
}

/** FNV-1a of the text's UTF-16 units: 32 bits, the same on every machine and in every version. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
