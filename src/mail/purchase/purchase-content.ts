import type { Branch, ShopConfig } from '../../shop/config/shop-config.ts';
import type { OrderTerms } from '../../shop/purchasing/order-terms.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import type { Messages } from '../messages.ts';
import { addressOf } from '../order-text.ts';

/** A mail to a supplier, without prices and buyers. `reference`: as `number`; in a repeated mail, with a suffix.
 * `previousReference`: the reference of the mail that this one repeats. `branch` undefined: the configuration lacks it, so the tires go to the company. */
export type PurchaseContent = {
  number: string;
  reference: string;
  previousReference: string | null;
  at: Date;
  branch: Branch | undefined;
  tires: readonly { supplierSku: string; ean: string | null; title: string; size: string; count: number }[];
  contact: Pick<OrderTerms, 'name' | 'email' | 'language'>;
  shopConfig: ShopConfig;
};

export function pieceCount({ tires }: Pick<PurchaseContent, 'tires'>): number {
  return tires.reduce((sum, { count }) => sum + count, 0);
}

export function purchaseRows(
  { reference, at, branch, contact, shopConfig }: PurchaseContent,
  { purchase: t, fullDate }: Messages,
): [string, string][] {
  const { legalName, registryCode, phones } = shopConfig;
  return [
    [t('reference'), reference],
    [t('date'), fullDate(tallinnDate(at))],
    [t('from'), `${legalName}, ${registryCode}`],
    [t('to'), contact.name],
    [t('deliverTo'), branch ? `${addressOf(branch)}, ${branch.phone}` : `${shopConfig.address}, ${phones[0]}`],
  ];
}
