import { catalogue } from '../../shop/catalog/catalogue.server.ts';
import { hasMark } from '../../shop/catalog/search/columns.ts';
import type { TireIndex } from '../../shop/catalog/search/tire-index.ts';
import type { Product } from '../../shop/catalog/tire.ts';
import { drawTire } from './draw-tire.ts';

/** Draws a picture: the same SVG each time. */
export type Draw = () => string;

/** How the picture of a model on sale is drawn; `path`: as `tireImage` makes it. */
export function modelDrawing(path: string): Draw | undefined {
  const tire = tiresByImage().get(path);
  return tire && drawingOf(tire);
}

/** How each model on sale is drawn. */
export function modelDrawings(): Draw[] {
  return [...tiresByImage().values()].map(drawingOf);
}

function drawingOf(tire: Product): Draw {
  const { manufacturer, model, season } = tire;
  return () => drawTire({ maker: manufacturer.label, model, season, runflat: hasMark.runflat(tire) });
}

const byImage = new WeakMap<TireIndex, ReadonlyMap<string, Product>>();

/** A tire for each picture: worked out once for each index of the catalogue, so that asking for what is not there stays cheap. */
function tiresByImage(): ReadonlyMap<string, Product> {
  const current = catalogue();
  const known = byImage.get(current.index);
  if (known) return known;
  const made = new Map(current.tires.map((tire) => [tire.image, tire]));
  byImage.set(current.index, made);
  return made;
}
