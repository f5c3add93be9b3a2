import type { DeskAct } from '../act.ts';
import { bankActs } from '../bank.ts';
import { booksActs } from '../books.ts';
import { documentActs } from '../documents.ts';
import { priceListActs } from '../price-list.ts';
import { afterSaleActs } from './after-sale-acts.ts';
import { cashActs } from './cash-acts.ts';
import { feedActs } from './feed-acts.ts';
import { fittingActs } from './fitting-acts.ts';
import { orderActs } from './order-acts.ts';
import { ownerActs } from './owner-acts.ts';
import { peopleActs } from './people-acts.ts';
import { photoActs } from './photo-acts.ts';
import { pricesActs } from './price-rules.ts';
import { saleActs } from './sale-acts.ts';
import { stockActs } from './stock-acts.ts';
import { supplyActs } from './supply-acts.ts';

export const deskActs: readonly DeskAct[] = [
  ...orderActs,
  ...afterSaleActs,
  ...saleActs,
  ...fittingActs,
  ...supplyActs,
  ...stockActs,
  ...cashActs,
  ...bankActs,
  ...booksActs,
  ...documentActs,
  ...photoActs,
  ...priceListActs,
  ...pricesActs,
  ...ownerActs,
  ...peopleActs,
  ...feedActs,
];
