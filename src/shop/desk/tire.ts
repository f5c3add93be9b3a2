import type { PriceOfTire } from '../catalog/prices/price-of-tire.server.ts';
import type { StockOfTire } from '../checkout/desk/stock-of-tire.server.ts';
import type { FoundTire } from './search.ts';

/** As JSON has it: instants are texts. */
type Sent<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Sent<T[Key]> } : T;

/** A tire with its price, where that comes from, and its stock with the reasons of each count. */
export type DeskTire = { tire: FoundTire; price: Sent<PriceOfTire>; stock: Sent<StockOfTire> };
