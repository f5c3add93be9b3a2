import type { Page } from '../../page.ts';

export const cartPage: Page = { path: '/cart', indexed: true, view: () => import('./cart.tsx') };
