import type { Page } from '../../page.ts';

const view = () => import('./faq.tsx');

export const faqPage: Page = { path: '/faq', indexed: true, texts: 'faq', view };
export const faqBuyPage: Page = { path: '/faq/buy', indexed: true, texts: 'faqBuy', view };
export const faqPolicyPage: Page = { path: '/faq/policy', indexed: true, texts: 'faqPolicy', view };
export const faqWarrantyPage: Page = { path: '/faq/warranty', indexed: true, texts: 'faqWarranty', view };
export const faqAccessibilityPage: Page = {
  path: '/faq/accessibility',
  indexed: true,
  texts: 'faqAccessibility',
  view,
};
