import type { Catalogue } from '../../shop/catalog/catalogue.server.ts';
import { hasMark, type TireIndex } from '../../shop/catalog/search/tire-index.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import type { TireDesign } from '../../shop/catalog/tire/tire-image.ts';
import { drawCard } from './drawing/draw-card.ts';
import { drawTire } from './drawing/draw-tire.ts';

/** Draws an SVG. */
export type Draw = () => string;

/** Returns the drawing of a model on sale by its path (`tireImage`), or undefined. */
export function modelDrawing(catalogue: Catalogue, path: string): Draw | undefined {
  const tire = tiresByImage(catalogue).get(path);
  return tire && drawingOf(tire);
}

/** What a shared product page shows of a model on sale, by the path of its drawing. */
export function modelCard(catalogue: Catalogue, path: string): Draw | undefined {
  const tires = modelsOf(catalogue).get(path);
  return tires && cardOf(tires);
}

/** The drawing and the card of every model on sale. */
export function modelDrawings(catalogue: Catalogue): Draw[] {
  return [...[...tiresByImage(catalogue).values()].map(drawingOf), ...[...modelsOf(catalogue).values()].map(cardOf)];
}

function drawingOf(tire: Product): Draw {
  return () => drawTire(pictured(tire));
}

function cardOf(tires: readonly [Product, ...Product[]]): Draw {
  const sizes = tires.map(({ size }) => size);
  const prices = tires.map(({ price }) => price);
  return () => drawCard({ ...pictured(tires[0]), sizes, prices });
}

function pictured(tire: Product): TireDesign {
  const { manufacturer, model, season } = tire;
  return { manufacturer: manufacturer.label, model, season, runflat: hasMark.runflat(tire) };
}

const modelCache = new WeakMap<Catalogue, ReadonlyMap<string, [Product, ...Product[]]>>();

/** The tires of each picture, for their sizes and prices. */
function modelsOf(catalogue: Catalogue): ReadonlyMap<string, [Product, ...Product[]]> {
  const known = modelCache.get(catalogue);
  if (known) return known;
  const made = new Map<string, [Product, ...Product[]]>();
  for (const tire of catalogue.tires) {
    const same = made.get(tire.image);
    if (same) same.push(tire);
    else made.set(tire.image, [tire]);
  }
  modelCache.set(catalogue, made);
  return made;
}

const imageCache = new WeakMap<TireIndex, ReadonlyMap<string, Product>>();

/** Returns one tire for each picture. Computed once for each catalogue index. */
function tiresByImage({ index, tires }: Catalogue): ReadonlyMap<string, Product> {
  const cached = imageCache.get(index);
  if (cached) return cached;
  const computed = new Map(tires.map((tire) => [tire.image, tire]));
  imageCache.set(index, computed);
  return computed;
}
