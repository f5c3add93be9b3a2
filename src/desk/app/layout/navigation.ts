import type { Act } from '../../../shop/staff/acts.ts';
import type { Texts } from '../client/texts.tsx';

/** `act`: needed to see the entry. `key`: pressed after `g`. `isInPhoneBar`: on phones, shown in the bottom bar, which
 * has all entries if the person sees none of these. */
export type NavigationEntry = {
  name: keyof Texts['places'];
  path: string;
  act: Act;
  key?: string;
  isInPhoneBar?: boolean;
};

export const navigationEntries: readonly NavigationEntry[] = [
  { name: 'today', path: '/', act: 'see-branch-work', key: 't', isInPhoneBar: true },
  { name: 'calendar', path: '/calendar', act: 'see-branch-work', key: 'c', isInPhoneBar: true },
  { name: 'arriving', path: '/arriving', act: 'see-branch-work', key: 'a', isInPhoneBar: true },
  { name: 'sell', path: '/sell', act: 'sell', key: 's' },
  { name: 'phone', path: '/phone', act: 'place-phone-order', key: 'p' },
  { name: 'transfers', path: '/transfers', act: 'see-branch-work', key: 'v' },
  { name: 'purchases', path: '/purchases', act: 'see-branch-work', key: 'o' },
  { name: 'count', path: '/count', act: 'count', key: 'n' },
  { name: 'cash', path: '/cash', act: 'see-cash', key: 'k' },
  { name: 'money', path: '/money', act: 'see-money', key: 'm' },
  { name: 'figures', path: '/figures', act: 'see-figures', key: 'f' },
  { name: 'priceList', path: '/price-list', act: 'see-price-list', key: 'l' },
  { name: 'prices', path: '/prices', act: 'see-prices', key: 'r' },
  { name: 'shop', path: '/shop', act: 'see-shop', key: 'h' },
];
