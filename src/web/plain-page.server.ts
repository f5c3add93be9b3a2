import { type Locale, locales } from '../shop/locale.ts';

/** The smallest page of the shop, which loads nothing: for when anything else may be what fails. `body`: HTML. */
export function plainPage(locale: Locale, title: string, body: string): string {
  return `<!DOCTYPE html><html lang="${locales[locale].language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title></head>
<body><h1>${title}</h1>${body}</body></html>
`;
}
