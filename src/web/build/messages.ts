import type { Messages } from 'use-intl';
import type { Locale } from '../../shop/locale.ts';
import type { PageName } from '../sitemap.ts';

type WordsOf = Record<Locale, () => Promise<{ default: unknown }>>;

const imports: WordsOf = {
  ee: () => import('../../messages/ee.json'),
  en: () => import('../../messages/en.json'),
  ru: () => import('../../messages/ru.json'),
};

/** Words that one page alone uses: they come beside its code, so that the other pages are lighter. */
const pageImports: Partial<Record<PageName, WordsOf>> = {
  product: {
    ee: () => import('../../messages/ee.json?words=product'),
    en: () => import('../../messages/en.json?words=product'),
    ru: () => import('../../messages/ru.json?words=product'),
  },
  compare: {
    ee: () => import('../../messages/ee.json?words=compare'),
    en: () => import('../../messages/en.json?words=compare'),
    ru: () => import('../../messages/ru.json?words=compare'),
  },
  order: {
    ee: () => import('../../messages/ee.json?words=order'),
    en: () => import('../../messages/en.json?words=order'),
    ru: () => import('../../messages/ru.json?words=order'),
  },
  success: {
    ee: () => import('../../messages/ee.json?words=success'),
    en: () => import('../../messages/en.json?words=success'),
    ru: () => import('../../messages/ru.json?words=success'),
  },
  withdrawal: {
    ee: () => import('../../messages/ee.json?words=withdrawal'),
    en: () => import('../../messages/en.json?words=withdrawal'),
    ru: () => import('../../messages/ru.json?words=withdrawal'),
  },
};

/** Words of the dialog that shows a label: they come with it. */
const labelWords: WordsOf = {
  ee: () => import('../../messages/ee.json?words=label'),
  en: () => import('../../messages/en.json?words=label'),
  ru: () => import('../../messages/ru.json?words=label'),
};

const loaded = new Map<Locale, Messages>();
const arrived = new Set<WordsOf[Locale]>();

async function load(locale: Locale, words: WordsOf[Locale]): Promise<void> {
  if (arrived.has(words)) return;
  const messages = (await words()).default as Messages;
  // Into the same object: what is rendered with a language's words is not rendered anew because a page's have come.
  loaded.set(locale, Object.assign(loaded.get(locale) ?? {}, messages));
  arrived.add(words);
}

/**
 * Loads the words of a language and those of one of its pages, once. Where the language cannot be had, that is only
 * logged, English is loaded to stand in, and the next call tries again; resolves to whether its own words are there.
 * Rejects where the page's words cannot be fetched: like its code, the page is nothing without them.
 */
export async function loadMessages(locale: Locale, page: PageName | null = null): Promise<boolean> {
  const [own] = await Promise.all([loadLanguage(locale), loadPageWords(locale, page)]);
  if (!own) await loadPageWords('en', page);
  return own;
}

async function loadLanguage(locale: Locale): Promise<boolean> {
  try {
    await load(locale, imports[locale]);
    return true;
  } catch (error) {
    console.error(`messages ${locale} could not be loaded`, error);
    if (locale !== 'en') await loadLanguage('en');
    return false;
  }
}

async function loadPageWords(locale: Locale, page: PageName | null): Promise<void> {
  const words = page && pageImports[page];
  if (words) await load(locale, words[locale]);
}

/** Loads the words of the label's dialog; rejects where they cannot be fetched. */
export async function loadLabelWords(locale: Locale): Promise<void> {
  await load(locale, labelWords[locale]);
}

/** The words of a language; where they are missing English ones, or those that have been loaded. */
export function messagesOf(locale: Locale): Messages {
  const own = arrived.has(imports[locale]) ? loaded.get(locale) : undefined;
  return own ?? loaded.get('en') ?? loaded.values().next().value ?? ({} as Messages);
}
