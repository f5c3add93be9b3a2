import { localeOfPath, locales, localizedPath } from '../shop/locale.ts';
import { apology } from './layout/apology.ts';

/** The page for a fault while a page was made: as plain as can be, because anything else may be what failed. */
export function apologyPage(url: string): string {
  const locale = localeOfPath(url.split('?', 1)[0] ?? '/');
  const [title, text, link] = apology[locale];
  return `<!DOCTYPE html><html lang="${locales[locale].language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><h1>${title}</h1><p>${text}</p><p><a href="${localizedPath('/', locale)}">${link}</a></p></body></html>
`;
}
