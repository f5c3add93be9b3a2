import type { Page } from '../../page.ts';

export const orderPage: Page = {
  path: '/order',
  view: () => import('./order.tsx'),
  messages: import.meta.glob('/src/messages/*.json', {
    query: '?only=order,refusal,validation,payment,obstacle,orderFitting,fittingOffer,fittingDays',
  }),
};
