import { setImmediate } from 'node:timers/promises';
import { shopArguments } from '../../messages/shop-arguments.ts';
import { translatorOf } from '../../messages/translator.server.ts';
import type { Locale } from '../../shop/locale.ts';
import type { ShopConfig } from '../../shop/shop-config.ts';
import { heading, type Paper, paragraph } from './paper.ts';

const terms = {
  faqBuy: [
    'prices',
    'stock',
    'howLongKept',
    'payment',
    'pickupAndFitting',
    'company',
    'soldOut',
    'changeOrCancel',
    'contract',
    'seller',
    'complaints',
  ],
  faqWarranty: [
    'withdrawal',
    'howToWithdraw',
    'withdrawalForm',
    'refund',
    'returning',
    'fittedTires',
    'fittingService',
    'legalGuarantee',
    'howToClaim',
    'whatFollows',
    'notDefect',
    'onArrival',
    'tireAge',
    'manufacturerWarranty',
    'companies',
  ],
} as const;

const item = '\u0001';

const tag = (write: (inner: string) => string) => (inner: string | string[]) => write([inner].flat().join(''));
const same = tag((inner) => inner);

/** Renders the tags of the long texts as lines of plain text. */
const asLines = {
  p: tag((inner) => `${inner}\n`),
  li: tag((inner) => `${item}${inner}\n`),
  ul: tag((inner) => inner.replaceAll(item, '• ')),
  ol: tag((inner) =>
    inner
      .split(item)
      .map((text, number) => (number === 0 ? text : `${number}. ${text}`))
      .join(''),
  ),
  ...{
    b: same,
    buy: same,
    policy: same,
    warranty: same,
    faq: same,
    tires: same,
    cart: same,
    withdraw: same,
    prices: same,
    mail: same,
  },
  branches: () => '',
};

type Sale = { shopConfig: ShopConfig; vatPercent: number };

export function termsOf(
  page: keyof typeof terms,
  locale: Locale,
  { shopConfig, vatPercent }: Sale,
): { title: string; lines: string[] }[] {
  // The texts of these pages have the same shape; the keys of one stand for all.
  const t = translatorOf(locale, page as 'faqWarranty');
  const values = { ...shopArguments(shopConfig, vatPercent), ...asLines };
  return terms[page].map((section) => ({
    title: t(`sections.${section as 'withdrawal'}.title`),
    // In the model form of withdrawal each blank to fill in ends a line.
    lines: t
      .markup(`sections.${section as 'withdrawal'}.body`, values)
      .trim()
      .split(/\n|(?<=…) /),
  }));
}

/** The terms of sale, then the legal information on withdrawal, with its form, and on faults. */
export async function writeTerms(paper: Paper, locale: Locale, sale: Sale, title: string): Promise<void> {
  await writePages(paper, title, termsOf('faqBuy', locale, sale));
  await writePages(paper, translatorOf(locale, 'faqWarranty')('title'), termsOf('faqWarranty', locale, sale));
}

async function writePages(paper: Paper, title: string, sections: ReturnType<typeof termsOf>): Promise<void> {
  paper.addPage();
  heading(paper, title, 16);
  for (const { title, lines } of sections) {
    // Setting the text takes some tenths of a second; yields to requests.
    await setImmediate();
    paper.moveDown(0.4);
    heading(paper, title, 11);
    for (const text of lines) paragraph(paper, text, /^(?:•|\d+\.) /.test(text) ? 10 : 0);
  }
}
