import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { type createTranslator, IntlProvider, type Messages, useTranslations } from 'use-intl';
import { isLocale, type Locale, locales } from '../../../shop/locale.ts';
import type english from '../../messages/en.json';
import { readSetting, storeSetting } from './stored.ts';

export type Texts = typeof english;

const messageFiles: Record<Locale, () => Promise<{ default: Texts }>> = {
  ee: () => import('../../messages/ee.json'),
  ru: () => import('../../messages/ru.json'),
  en: () => import('../../messages/en.json'),
};

const LanguageContext = createContext<{ locale: Locale; setLocale: (locale: Locale) => void }>({
  locale: 'ee',
  setLocale: () => {},
});

export const useLanguage = () => useContext(LanguageContext);

export const timeZone = 'Europe/Tallinn';

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [locale, setLocale] = useState<Locale>(() => {
    const stored = readSetting('language');
    return isLocale(stored) ? stored : 'ee';
  });
  const [texts, setTexts] = useState<{ locale: Locale; messages: Texts } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    messageFiles[locale]().then(({ default: messages }) => {
      if (!isCurrent) return;
      setTexts({ locale, messages });
      document.documentElement.lang = locales[locale].language;
    });
    return () => {
      isCurrent = false;
    };
  }, [locale]);
  if (!texts) return null;
  const storeLocale = (next: Locale) => {
    storeSetting('language', next);
    setLocale(next);
  };
  const { intl } = locales[texts.locale];
  return (
    <LanguageContext value={{ locale: texts.locale, setLocale: storeLocale }}>
      <I18nProvider locale={intl}>
        <IntlProvider locale={intl} messages={texts.messages as unknown as Messages} timeZone={timeZone}>
          {children}
        </IntlProvider>
      </I18nProvider>
    </LanguageContext>
  );
}

// The casts in this file replace use-intl's global message type, which describes the public pages.
export type Translator<Namespace extends keyof Texts> = ReturnType<typeof createTranslator<Texts, Namespace>>;

/** Returns the message of a code, or the code itself if it has none. */
export function nameOf(t: { (key: never): string; has(key: never): boolean }, code: string): string {
  return t.has(code as never) ? t(code as never) : code;
}

export function useTexts<Namespace extends keyof Texts>(namespace: Namespace): Translator<Namespace> {
  return useTranslations(namespace as never) as unknown as Translator<Namespace>;
}
