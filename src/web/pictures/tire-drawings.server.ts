import type { Catalogue } from '../../shop/catalog/catalogue.server.ts';
import { hasMark, type TireIndex } from '../../shop/catalog/search/tire-index.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { drawTire } from './drawing/draw-tire.ts';

export type Draw = () => string;

/** The drawing of a model on sale by its path (`tireImage`). */
export function modelDrawing(catalogue: Catalogue, path: string): Draw | undefined {
  const tire = tiresByImage(catalogue).get(path);
  return tire && drawingOf(tire);
}

export function modelDrawings(catalogue: Catalogue): Draw[] {
  return [...tiresByImage(catalogue).values()].map(drawingOf);
}

function drawingOf(tire: Product): Draw {
  const { manufacturer, model, season } = tire;
  return () => drawTire({ manufacturer: manufacturer.label, model, season, runflat: hasMark.runflat(tire) });
}

const imageCache = new WeakMap<TireIndex, ReadonlyMap<string, Product>>();

/** A tire for each picture, computed once per catalogue index. */
function tiresByImage({ index, tires }: Catalogue): ReadonlyMap<string, Product> {
  const known = imageCache.get(index);
  if (known) return known;
  const made = new Map(tires.map((tire) => [tire.image, tire]));
  imageCache.set(index, made);
  return made;
}
