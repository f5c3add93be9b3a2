import { useEffect } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Locale, languageOption, localeIds, locales } from '../../shop/locale.ts';
import { inLocale } from '../sitemap.ts';
import { useShopLocale } from '../ui/locale.ts';

export function LanguageSelector({ className = '' }: { className?: string }) {
  const t = useTranslations('nav');
  const { pathname, search, hash } = useLocation();
  const current = useShopLocale();
  return (
    <nav aria-label={t('language')} className={className}>
      <ul className="flex">
        {localeIds.map((id) => {
          const address = inLocale(pathname, id) + search + hash;
          return (
            <li key={id}>
              <Link
                to={address}
                discover="none"
                // The document is cached under its canonical URL, without unknown names such as `utm_source` and without the fragment.
                ref={(link) => link?.setAttribute('href', address)}
                lang={locales[id].language}
                hrefLang={locales[id].language}
                aria-label={`${languageOption(id).label} – ${languageOption(id).name}`}
                aria-current={id === current || undefined}
                onClick={() => keepLocale(id)}
                className="flex min-h-11 items-center gap-1.5 px-2 text-s hover:underline aria-[current]:font-semibold"
              >
                <Flag locale={id} />
                {languageOption(id).label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const yearInSeconds = 365 * 24 * 60 * 60;

/** Keeps the chosen language: 365 days, path /, SameSite=Lax. */
function keepLocale(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `locale=${locale}; Max-Age=${yearInSeconds}; Path=/; SameSite=Lax`;
}

/** On first access the language of the page becomes the chosen one. */
export function useLocaleCookie(): void {
  const locale = useShopLocale();
  useEffect(() => {
    const stored = /(?:^|; )locale=(\w+)/.exec(document.cookie)?.[1];
    if (!localeIds.some((id) => id === stored)) keepLocale(locale);
  }, [locale]);
}

function Flag({ locale }: { locale: Locale }) {
  return (
    <svg viewBox="0 0 22 14" width="22" height="14" aria-hidden="true" className="rounded-[1px] outline outline-line">
      {locale === 'en' ? (
        <UnionFlag />
      ) : (
        stripes[locale].map((fill, i) => <rect key={fill} y={(i * 14) / 3} width="22" height="4.7" fill={fill} />)
      )}
    </svg>
  );
}

const stripes = { ee: ['#0072ce', '#000000', '#ffffff'], ru: ['#ffffff', '#0039a6', '#d52b1e'] };

function UnionFlag() {
  return (
    <>
      <rect width="22" height="14" fill="#012169" />
      <path d="M0 0 22 14M22 0 0 14" stroke="#fff" strokeWidth="2.8" />
      <path d="M0 0 22 14M22 0 0 14" stroke="#c8102e" strokeWidth="1.2" />
      <path d="M11 0V14M0 7H22" stroke="#fff" strokeWidth="4.4" />
      <path d="M11 0V14M0 7H22" stroke="#c8102e" strokeWidth="2.6" />
    </>
  );
}
