import type { ErrorPageOf } from '../../http/error-pages.ts';
import { translatorOf } from '../../messages/translator.server.ts';
import { type Locale, localeIds, locales, localizedPath } from '../../shop/locale.ts';
import { apology } from '../layout/apology.ts';
import { xmlText } from '../xml.ts';
import { hashSource } from './content-security-policy.server.ts';

export const errorPageStyle = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif;--paper:#faf8f4;--ink:#1a1c1e;--line:#dcdad4}
@media screen and (prefers-color-scheme:dark){:root{--paper:#17191b;--ink:#f2f1ee;--line:#34383c}}
@media print{:root{color-scheme:light;--paper:#fff}}
body{margin:0;background:var(--paper);color:var(--ink)}
header,main{max-width:40rem;margin:0 auto;padding:.5rem 1rem}
header{border-bottom:1px solid var(--line);font-weight:800}
h1{font-size:1.625rem;line-height:1.2;letter-spacing:-.01em;margin:1.5rem 0 .75rem}
p{margin:0 0 .75rem;max-width:60ch;overflow-wrap:anywhere}
header a{display:inline-flex;gap:.5rem;align-items:center;min-height:2.75rem;color:inherit;text-decoration:none}
.button{display:inline-block;margin-top:.75rem;padding:.75rem 1.25rem;border-radius:.25rem;background:#ffcf1a;color:#1a1c1e;font-weight:600;text-decoration:none}
:focus-visible{outline:3px solid;outline-offset:2px}`;

/** A link to the same address would lose the fragment, which has the token of an order. */
const reloadScript = `document.querySelector('.button').onclick=event=>{event.preventDefault();location.reload()}`;

export const errorPagePolicy = [
  "default-src 'none'",
  "img-src 'self'",
  `script-src ${hashSource(reloadScript)}`,
  `style-src ${hashSource(errorPageStyle)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Returns a function that returns an error page. The pages load only an icon, in case everything else fails. */
export function errorPages(shopName: string): ErrorPageOf {
  const pages = new Map(localeIds.flatMap((locale) => pagesIn(locale, shopName)));
  return (status, locale, path, isReadRequest) => {
    const link = status === 503 && isReadRequest ? linkToSameAddress(locale) : linkToHome(locale);
    return pages
      .get(`${status} ${locale}`)
      ?.replace(linkPlaceholder, link)
      .replace(pathPlaceholder, () => xmlText(path));
  };
}

const pathPlaceholder = '{path}';
const linkPlaceholder = '{link}';

const linkToSameAddress = (locale: Locale) =>
  `<a class="button" href="">${translatorOf(locale, 'home')('retry')}</a><script>${reloadScript}</script>`;

const linkToHome = (locale: Locale) =>
  `<a class="button" href="${localizedPath('/', locale)}">${translatorOf(locale, 'notFound')('toList')}</a>`;

function pagesIn(locale: Locale, shopName: string): [string, string][] {
  const titleAndText = (namespace: 'badRequest' | 'notFound' | 'overloaded') => {
    const t = translatorOf(locale, namespace);
    return [t('title'), t('text')] as const;
  };
  const pages = {
    400: titleAndText('badRequest'),
    404: titleAndText('notFound'),
    500: apology[locale],
    503: titleAndText('overloaded'),
  };
  const name = xmlText(shopName);
  const description = xmlText(translatorOf(locale, 'home')('description'));
  return Object.entries(pages).map(([status, [title, text]]) => {
    // The owner's specification asks for this message in English in every language.
    const pathLine = status === '404' ? `<p lang="en">Page not found: ${pathPlaceholder}</p>` : '';
    const page = `<!DOCTYPE html><html lang="${locales[locale].language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} ${locales[locale].dash} ${name}</title><meta name="description" content="${description}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${errorPageStyle}</style></head>
<body><header><a href="${localizedPath('/', locale)}"><img src="/favicon.svg" alt="" width="28" height="28">${name}</a></header>
<main><h1>${title}</h1>${pathLine}<p>${text}</p><p>${linkPlaceholder}</p></main></body></html>
`;
    return [`${status} ${locale}`, page];
  });
}
