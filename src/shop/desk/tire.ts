import type { PhotoOfTire } from '../catalog/photos/list-photos.server.ts';
import type { PicturePin } from '../catalog/photos/pins.server.ts';
import type { PriceOfTire } from '../catalog/prices/price-of-tire.server.ts';
import type { StockOfTire } from '../checkout/desk/stock-of-tire.server.ts';
import type { FoundTire } from './search.ts';

/** The type of a value after JSON: dates are strings. */
type Sent<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Sent<T[Key]> } : T;

/** `photos`: those of the tire's model, which `pin` keeps as they are; null: the person may not change them. */
export type DeskTire = {
  tire: FoundTire;
  price: Sent<PriceOfTire>;
  stock: Sent<StockOfTire>;
  photos: Sent<PhotoOfTire>[] | null;
  pin: Sent<PicturePin> | null;
};
