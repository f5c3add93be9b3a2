import { type Catalogue, oncePerIndex } from '../../shop/catalog/catalogue.ts';
import { hasMark } from '../../shop/catalog/search/tire-index.ts';
import type { Product } from '../../shop/catalog/tire/tire.ts';
import type { TireDesign } from '../../shop/catalog/tire/tire-image.ts';
import { drawCard } from './drawing/draw-card.ts';
import { drawTire } from './drawing/draw-tire.ts';

export type Draw = () => string;

/** Returns the drawing of a model on sale by its path (`tireImage`), or undefined. */
export function modelDrawing(catalogue: Catalogue, path: string): Draw | undefined {
  const [tire] = modelsByDrawingPath(catalogue).get(path) ?? [];
  return tire && drawingOf(tire);
}

/** Returns the card of the model at `path`. It shows the size of the model's tire `id`, or all sizes if the model has no such tire. Undefined: not on sale. */
export function tireCard(catalogue: Catalogue, path: string, id: string): Draw | undefined {
  const model = modelsByDrawingPath(catalogue).get(path) ?? [];
  const requestedSize = model.find((tire) => tire.id === id)?.size.text;
  const shownTires = model.filter(({ size }) => requestedSize === undefined || size.text === requestedSize);
  const [tire] = shownTires;
  const sizes = shownTires.map(({ size }) => size);
  const prices = shownTires.map(({ price }) => price);
  return tire && (() => drawCard({ ...designOf(tire), sizes, prices }));
}

export function modelDrawings(catalogue: Catalogue): Draw[] {
  return [...modelsByDrawingPath(catalogue).values()].map(([tire]) => drawingOf(tire));
}

function drawingOf(tire: Product): Draw {
  return () => drawTire(designOf(tire));
}

function designOf(tire: Product): TireDesign {
  const { manufacturer, model, season } = tire;
  return { manufacturer: manufacturer.label, model, season, runflat: hasMark.runflat(tire) };
}

const modelsByDrawingPath = oncePerIndex((tires) => {
  const models = new Map<string, [Product, ...Product[]]>();
  for (const tire of tires) {
    const model = models.get(tire.image);
    if (model) model.push(tire);
    else models.set(tire.image, [tire]);
  }
  return models;
});
