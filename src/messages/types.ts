import type {} from 'use-intl';
import type { Locale } from '../shop/locale.ts';
import type ee from './ee.json';
import type en from './en.json';
import type ru from './ru.json';

declare module 'use-intl' {
  interface AppConfig {
    Messages: typeof en;
  }
}

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never;

/** English defines the keys: a missing or extra key in another language fails the type check. */
export const languagesAreComplete: Record<Locale, true> = {
  en: true,
  ee: true satisfies Same<typeof ee, typeof en>,
  ru: true satisfies Same<typeof ru, typeof en>,
};
