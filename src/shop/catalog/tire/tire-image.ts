import type { SeasonCategory } from '../road/season.ts';
import { slug } from '../slug.ts';

export type TireDesign = { manufacturer: string; model: string; season: SeasonCategory; runflat: boolean };

/** Returns `/tires/summer/nokian-hakka-blue-3-1kx2b9f.svg`. The hash distinguishes `Primacy 4`, `Primacy 4+` and run-flat. */
export function tireImage({ manufacturer, model, season, runflat }: TireDesign): string {
  const hash = stableHash([season, manufacturer, model, runflat ? 'RF' : ''].join('\0')).toString(36);
  return `/tires/${season}/${[slug(manufacturer), slug(model), hash].filter(Boolean).join('-')}.svg`;
}

export function bitmapPath(image: string): string {
  return image.replace(/\.svg$/, '.png');
}

export function previewCardPath(image: string): string {
  return bitmapPath(image).replace(/^\/tires\//, '/og/');
}

/** 32-bit FNV-1a over UTF-16 units. It must not change, because URLs contain it. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
