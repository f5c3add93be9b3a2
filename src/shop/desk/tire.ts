import type { PhotoOfTire } from '../catalog/photos/list-photos.server.ts';
import type { PicturePin } from '../catalog/photos/pins.server.ts';
import type { PriceOfTire } from '../catalog/prices/price-of-tire.server.ts';
import type { StockOfTire } from '../checkout/desk/stock-of-tire.server.ts';
import type { FoundTire } from './search.ts';

/** The type of a value after JSON: dates are strings. */
type AsJson<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: AsJson<T[Key]> } : T;

/** `photos`: those of the tire's model; null: the employee may not change them. `picturePin`: the photo or drawing that an employee chose for good. */
export type DeskTire = {
  tire: FoundTire;
  price: AsJson<PriceOfTire>;
  stock: AsJson<StockOfTire>;
  photos: AsJson<PhotoOfTire>[] | null;
  picturePin: AsJson<PicturePin> | null;
};
