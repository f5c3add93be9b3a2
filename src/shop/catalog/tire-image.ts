import { slug } from './import/slug.ts';
import type { Season } from './season.ts';

/** What a tire's picture is drawn from. */
export type Pictured = { maker: string; model: string; season: Season; runflat: boolean };

/**
 * Where the picture of a model is: `/tires/summer/nokian-hakka-blue-3-1kx2b9f.svg`. The hash keeps apart what the words
 * do not: `Primacy 4` and `Primacy 4+`, or a model with and without run-flat sidewalls.
 */
export function tireImage({ maker, model, season, runflat }: Pictured): string {
  const hash = stableHash([season, maker, model, runflat ? 'RF' : ''].join('\0')).toString(36);
  return `/tires/${season}/${[slug(maker), slug(model), hash].filter(Boolean).join('-')}.svg`;
}

/** Where the same picture is as a bitmap, for those who take no drawings. */
export function bitmapPath(image: string): string {
  return image.replace(/\.svg$/, '.png');
}

/** The same, worked out once for each model: a catalogue has twenty sizes of each. */
export function imagesOnce(): typeof tireImage {
  const known = new Map<string, string>();
  return (tire) => {
    const key = `${tire.season}\0${tire.maker}\0${tire.model}\0${tire.runflat}`;
    const image = known.get(key) ?? tireImage(tire);
    known.set(key, image);
    return image;
  };
}

/** FNV-1a of the text's UTF-16 units: 32 bits, the same on every machine and in every version. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
