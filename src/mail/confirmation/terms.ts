import { setImmediate } from 'node:timers/promises';
import { shopArguments } from '../../messages/shop-arguments.ts';
import { translatorOf } from '../../messages/translator.server.ts';
import type { Paper } from '../../pdf/document.ts';
import type { ShopConfig } from '../../shop/config/shop-config.ts';
import type { Locale } from '../../shop/locale.ts';
import { writeHeading, writeParagraph } from './paper.ts';

const termSections = {
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

/** Marks the start of a list item, which `ul` and `ol` replace. No text contains this character. */
const itemMark = '\u0001';

/** Returns a handler for a tag. Although its type says `string`, `t.markup` passes the text inside the tag as a list of strings. */
const tag = (write: (inner: string) => string) => (inner: string | string[]) => {
  const parts = [inner].flat();
  return write(parts.join(''));
};
const unchanged = tag((inner) => inner);

const linkTags = {
  buy: unchanged,
  policy: unchanged,
  warranty: unchanged,
  faq: unchanged,
  tires: unchanged,
  cart: unchanged,
  withdraw: unchanged,
  prices: unchanged,
  mail: unchanged,
};

const plainTextTags = {
  ...linkTags,
  p: tag((inner) => `${inner}\n`),
  li: tag((inner) => `${itemMark}${inner}\n`),
  ul: tag((inner) => inner.replaceAll(itemMark, '• ')),
  ol: tag((inner) => {
    const [textBefore, ...items] = inner.split(itemMark);
    return [textBefore, ...items.map((item, index) => `${index + 1}. ${item}`)].join('');
  }),
  b: unchanged,
  branches: () => '',
};

type Sale = { shopConfig: ShopConfig; vatPercent: number };

/** Returns the order terms of an FAQ page. Norms: docs/decisions/selling/2026-11-24-consumer-law-in-texts.md. */
export function termsOf(
  page: keyof typeof termSections,
  locale: Locale,
  { shopConfig, vatPercent }: Sale,
): { title: string; lines: string[] }[] {
  // Both pages have texts of the same shape, so the type of one fits both.
  const t = translatorOf(locale, page as 'faqWarranty');
  const values = { ...shopArguments(shopConfig, vatPercent), ...plainTextTags };
  return termSections[page].map((section) => ({
    title: t(`sections.${section as 'withdrawal'}.title`),
    lines: t
      .markup(`sections.${section as 'withdrawal'}.body`, values)
      .trim()
      .split('\n'),
  }));
}

/** Writes the terms of sale, then the information on withdrawal, with its form, and on defects. Each starts a page. */
export async function writeTerms(paper: Paper, locale: Locale, sale: Sale, title: string): Promise<void> {
  await writeSections(paper, title, termsOf('faqBuy', locale, sale));
  await writeSections(paper, translatorOf(locale, 'faqWarranty')('title'), termsOf('faqWarranty', locale, sale));
}

async function writeSections(paper: Paper, title: string, sections: ReturnType<typeof termsOf>): Promise<void> {
  paper.addPage();
  writeHeading(paper, title, 16);
  for (const { title, lines } of sections) {
    // Laying out all sections takes some tenths of a second; this lets other requests run in between.
    await setImmediate();
    paper.moveDown(0.4);
    writeHeading(paper, title, 11);
    for (const text of lines) writeParagraph(paper, text, isListItem(text) ? 10 : 0);
  }
}

const isListItem = (line: string) => /^(?:•|\d+\.) /.test(line);
