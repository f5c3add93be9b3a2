import type { IncomingMessage } from 'node:http';
import type { Day } from '../../shop/calendar.ts';
import type { PageViews } from '../../shop/desk/figures/visits.server.ts';
import { localeIds } from '../../shop/locale.ts';
import { tallinnDate } from '../../shop/tallinn-date.ts';
import { href, type PageName, pageNames } from '../sitemap.ts';

type Request = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

type DayViews = { referrers: Set<string>; views: Map<string, PageViews> };

const maxReferrersPerDay = 200;
const maxUnwrittenDays = 7;
const writeEveryMs = 60_000;

const pageOfPath = new Map<string, PageName>(
  pageNames.flatMap((page) => localeIds.map((locale) => [href(page, locale), page] as const)),
);

/** The user agents of browsers begin with this for historical reasons; those of most programs do not. */
const browserPattern = /^Mozilla\//;
const botPattern = /bot|crawl|spider|slurp|preview|headless|lighthouse/i;

/** Matches host names with a dot, of at most 100 characters. The last label begins with a letter, unlike in an IP. */
const publicHostPattern = /^(?=.{1,100}$)[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/;

export type PageViewCounter = ReturnType<typeof openPageViewCounter>;

/** Counts documents by day, page and referrer, without IP addresses. After 200 referrers in a day, others are `other`. */
export function openPageViewCounter({ origin, now }: { origin: string; now: () => Date }) {
  const ownHost = new URL(origin).hostname;
  const days = new Map<Day, DayViews>();

  function viewsOf(day: Day): DayViews {
    let dayViews = days.get(day);
    if (!dayViews) {
      dayViews = { referrers: new Set(), views: new Map() };
      days.set(day, dayViews);
      const [oldest] = [...days.keys()].sort();
      if (days.size > maxUnwrittenDays && oldest !== undefined) days.delete(oldest);
    }
    return dayViews;
  }

  function add({ day, page, referrer: host, views: count }: PageViews): void {
    const { referrers, views } = viewsOf(day);
    let referrer = host;
    if (host !== '' && !referrers.has(host)) {
      if (referrers.size < maxReferrersPerDay) referrers.add(host);
      else referrer = 'other';
    }
    const key = `${page} ${referrer}`;
    const counted = views.get(key);
    if (counted) counted.views += count;
    else views.set(key, { day, page, referrer, views: count });
  }

  return {
    /** Counts a GET request that was answered with the document of a page. Ignores bots, scripts and prefetches. */
    count({ method, url = '', headers }: Request): void {
      if (method !== 'GET') return;
      const queryAt = url.indexOf('?');
      const page = pageOfPath.get(queryAt < 0 ? url : url.slice(0, queryAt));
      if (page === undefined || !isBrowserLoad(headers)) return;
      add({ day: tallinnDate(now()), page, referrer: referrerOf(headers, ownHost), views: 1 });
    },

    /** Returns what was counted since the last call, and forgets it. */
    take(): PageViews[] {
      const counted = [...days.values()].flatMap(({ views }) => [...views.values()]);
      days.clear();
      return counted;
    },

    giveBack(counted: readonly PageViews[]): void {
      for (const views of counted) add(views);
    },
  };
}

function isBrowserLoad(headers: Request['headers']): boolean {
  const { 'user-agent': agent = '', 'sec-fetch-dest': destination, 'sec-purpose': purpose } = headers;
  return (
    browserPattern.test(agent) &&
    !botPattern.test(agent) &&
    (destination === undefined || destination === 'document') &&
    !purpose
  );
}

/** Returns the host that linked to the page; empty: the shop itself or no referrer; `other`: not a public host name. */
function referrerOf({ referer, host: requestedHost }: Request['headers'], ownHost: string): string {
  if (referer === undefined || referer === '') return '';
  const url = URL.parse(referer);
  if (!url) return 'other';
  if (url.hostname === ownHost || url.host === requestedHost) return '';
  return publicHostPattern.test(url.hostname) ? url.hostname : 'other';
}

type Write = (counted: readonly PageViews[]) => Promise<void>;

/** Writes the counts each minute and at `stop`. Keeps unwritten counts; reports the first of consecutive failures. */
export function writePageViews(counter: PageViewCounter, write: Write, onError: (error: unknown) => void) {
  let writing: Promise<void> | undefined;
  let isFailing = false;

  async function writeCounted(): Promise<void> {
    const counted = counter.take();
    try {
      if (counted.length > 0) await write(counted);
      isFailing = false;
    } catch (error) {
      counter.giveBack(counted);
      if (!isFailing) onError(error);
      isFailing = true;
    }
  }

  const startWriting = () => {
    writing ??= writeCounted().finally(() => {
      writing = undefined;
    });
    return writing;
  };
  const timer = setInterval(startWriting, writeEveryMs).unref();
  return {
    async stop(): Promise<void> {
      clearInterval(timer);
      await writing;
      await startWriting();
    },
  };
}
