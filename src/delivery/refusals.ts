import { type Locale, localeIds, localeOfPath } from '../shop/locale.ts';

/** Seconds after which who was refused may ask again. */
const retryAfter = 3;

/** An answer that is the same for everybody. `flat`: names and values in turn, as `writeHead` takes them fastest. */
export type Refusal = { headers: Record<string, string>; flat: string[]; body: Buffer };

export type Refusals = {
  /** For a path with its query: a problem of the API, or the page in the path's language. */
  at(url: string): Refusal;
  /** Empty until they are given: words are loaded later than this. */
  setPages(pages: Record<Locale, string>): void;
};

/** What those are told whom the shop cannot serve now, made beforehand. */
export function makeRefusals(): Refusals {
  const api = refusal('application/problem+json', problem);
  const pages = new Map<Locale, Refusal>(localeIds.map((locale) => [locale, refusal(html, '')]));
  return {
    at: (url) => (url.startsWith('/api/') ? api : (pages.get(localeOfPath(url.split('?', 1)[0] ?? '/')) ?? api)),
    setPages(given) {
      for (const locale of localeIds) pages.set(locale, refusal(html, given[locale]));
    },
  };
}

const html = 'text/html; charset=utf-8';

const problem = JSON.stringify({ type: 'about:blank', title: 'Service Unavailable', status: 503, code: 'overloaded' });

function refusal(type: string, text: string): Refusal {
  const body = Buffer.from(text);
  const headers = {
    'content-type': type,
    'content-length': `${body.length}`,
    'retry-after': `${retryAfter}`,
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  };
  return { headers, flat: Object.entries(headers).flat(), body };
}
