import { catalogue } from '../../shop/catalog/catalogue.server.ts';
import { hasMark } from '../../shop/catalog/search/tire-index.ts';
import type { TireIndex } from '../../shop/catalog/search/tire-index.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import { drawTire } from './drawing/draw-tire.ts';

export type Draw = () => string;

/** The drawing of a model on sale by its path (`tireImage`). */
export function modelDrawing(path: string): Draw | undefined {
  const tire = tiresByImage().get(path);
  return tire && drawingOf(tire);
}

export function modelDrawings(): Draw[] {
  return [...tiresByImage().values()].map(drawingOf);
}

function drawingOf(tire: Product): Draw {
  const { manufacturer, model, season } = tire;
  return () => drawTire({ maker: manufacturer.label, model, season, runflat: hasMark.runflat(tire) });
}

const byImage = new WeakMap<TireIndex, ReadonlyMap<string, Product>>();

/** A tire for each picture, computed once per catalogue index. */
function tiresByImage(): ReadonlyMap<string, Product> {
  const current = catalogue();
  const known = byImage.get(current.index);
  if (known) return known;
  const made = new Map(current.tires.map((tire) => [tire.image, tire]));
  byImage.set(current.index, made);
  return made;
}
