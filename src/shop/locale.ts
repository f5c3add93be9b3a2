/** `ee` is the shop's own id. For `lang` in HTML use `language`, for `Intl` use `intl`: there, Estonian is `et`. */
export const locales = {
  ee: { language: 'et', intl: 'et-EE', prefix: '', label: 'Est', name: 'Eesti', dash: '–' },
  ru: { language: 'ru', intl: 'ru-RU', prefix: '/ru', label: 'Rus', name: 'Русский', dash: '—' },
  en: { language: 'en-GB', intl: 'en-GB', prefix: '/en', label: 'Eng', name: 'English', dash: '–' },
} as const;

export type Locale = keyof typeof locales;

export const localeIds = Object.keys(locales) as Locale[];
export const defaultLocale: Locale = 'ee';

export function isLocale(value: unknown): value is Locale {
  return typeof value === 'string' && Object.hasOwn(locales, value);
}

/** For the language selector. An unknown id gives English (specification, S110). */
export function languageOption(id: string): { id: Locale; label: string; name: string } {
  const locale = isLocale(id) ? id : 'en';
  const { label, name } = locales[locale];
  return { id: locale, label, name };
}

/** Returns the language of a path: `/ru/cart` → `ru`. A path without a prefix is Estonian. */
export function localeOfPath(pathname: string): Locale {
  const firstSegment = pathname.split('/', 2)[1];
  return (
    localeIds.find((id) => locales[id].prefix !== '' && locales[id].prefix === `/${firstSegment}`) ?? defaultLocale
  );
}

export function withoutLocale(pathname: string): string {
  const { prefix } = locales[localeOfPath(pathname)];
  return pathname.slice(prefix.length) || '/';
}

export function localizedPath(path: string, locale: Locale): string {
  const { prefix } = locales[locale];
  return path === '/' ? prefix || '/' : `${prefix}${path}`;
}

/** Returns the cookie of a chosen language (365 days, path /, SameSite=Lax) for `Set-Cookie` and `document.cookie`. */
export function localeCookie(locale: Locale): string {
  return `locale=${locale}; Max-Age=31536000; Path=/; SameSite=Lax`;
}

export function localeInCookies(cookies = ''): Locale | null {
  const value = /(?:^|;\s*)locale=(\w+)/.exec(cookies)?.[1];
  return isLocale(value) ? value : null;
}

/** Returns the shop's language that a browser prefers (Accept-Language, RFC 9110), or null. */
export function preferredLocale(acceptLanguage: string | undefined): Locale | null {
  const preferences = (acceptLanguage ?? '')
    .split(',')
    .map((preference) => {
      const [tag = '', ...parameters] = preference
        .toLowerCase()
        .split(';')
        .map((piece) => piece.trim());
      const q = parameters.find((parameter) => parameter.startsWith('q='));
      return { language: tag.split('-')[0] ?? '', q: q ? Number(q.slice(2)) : 1 };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { language } of preferences) {
    const match = localeIds.find((id) => locales[id].language.split('-')[0] === language);
    if (match) return match;
  }
  return null;
}

/** Joins by no-break spaces: day and month, the Russian year and `г.`, and a time and the word before it. */
export function unbrokenDate(text: string): string {
  return text.replace(/(?<=(?<!\d)\d\d?\.?) (?=\p{L})| (?=г\.|\d\d:\d\d)/gu, '\u00A0');
}

/** Returns a label as within a sentence: `Number plate` becomes `number plate`, `VAT number` stays. */
export function withinSentence(label: string): string {
  const isAcronym = /^\p{Lu}{2}/u.test(label);
  return isAcronym ? label : label.charAt(0).toLowerCase() + label.slice(1);
}
