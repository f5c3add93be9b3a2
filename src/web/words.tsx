import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { useTranslations as Hook } from 'use-intl';
import { createTranslator, type Messages } from 'use-intl/core';
import { type Locale, locales } from '../shop/locale.ts';

const timeZone = 'Europe/Tallinn';

type Words = { locale: Locale; messages: Messages };

const Context = createContext<Words | null>(null);

type ProviderProps = { locale: Locale; messages: Messages; children: ReactNode };

/** Hands the words of a language to what it holds: the part of use-intl's own provider that the shop needs. */
export function WordsProvider({ locale, messages, children }: ProviderProps) {
  const words = useMemo(() => ({ locale, messages }), [locale, messages]);
  return <Context value={words}>{children}</Context>;
}

function useWords(): Words {
  const words = useContext(Context);
  if (!words) throw new Error('rendered outside WordsProvider');
  return words;
}

/** The language of the page: the URL is the authority. */
export function useShopLocale(): Locale {
  return useWords().locale;
}

/** Made once for all who use them: a list asks for the same words in every row. */
const translators = new WeakMap<Messages, Map<string, unknown>>();

/** The words of a namespace, as use-intl's hook of this name gives them. */
export const useTranslations: typeof Hook = (namespace) => {
  const { locale, messages } = useWords();
  const { region } = locales[locale];
  const made = translators.get(messages) ?? new Map<string, unknown>();
  translators.set(messages, made);
  const key = `${region} ${namespace}`;
  const translator = made.get(key) ?? remembering(createTranslator({ locale: region, messages, namespace, timeZone }));
  made.set(key, translator);
  return translator as ReturnType<typeof createTranslator<Messages, NonNullable<typeof namespace>>>;
};

/** A translator that looks words up once that need no values. */
function remembering(translator: unknown): unknown {
  const translate = translator as (key: string, ...values: unknown[]) => string;
  const known = new Map<string, string>();
  const remembered = (key: string, ...values: unknown[]) => {
    if (values.length > 0) return translate(key, ...values);
    const text = known.get(key) ?? translate(key);
    known.set(key, text);
    return text;
  };
  return Object.assign(remembered, translate);
}

/** Puts moments into words as the clocks in Tallinn show them. */
export function useDateFormat(): (moment: Date, options: Intl.DateTimeFormatOptions) => string {
  const { region } = locales[useWords().locale];
  return (moment, options) => new Intl.DateTimeFormat(region, { timeZone, ...options }).format(moment);
}
