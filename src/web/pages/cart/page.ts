import type { Page } from '../../page.ts';

export const cartPage: Page = {
  path: '/cart',
  indexed: true,
  view: () => import('./cart.tsx'),
  messages: import.meta.glob('/src/messages/*.json', { query: '?only=cart,validation,obstacle,units,fittingOffer' }),
};
