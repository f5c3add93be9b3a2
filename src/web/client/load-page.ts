import { type ComponentType, memo } from 'react';
import type { Messages } from 'use-intl';
import { defaultSeason } from '../../shop/catalog/road/season.ts';
import type { Locale } from '../../shop/locale.ts';
import type { MessageFiles } from '../page.ts';
import { type PageName, pageAt, pages } from '../sitemap.ts';
import { timeLimit } from './api-client.ts';
import { browserQueries } from './queries.ts';

const views = new Map<PageName, ComponentType>();

export async function loadView(page: PageName | null): Promise<void> {
  if (page === null || views.has(page)) return;
  // A view has no props, so with `memo` it renders again only when its own state or context changes.
  views.set(page, memo((await pages[page].view()).default));
}

export function loadedView(page: PageName | null): ComponentType {
  const view = page && views.get(page);
  if (!view) throw new Error(`page not loaded: ${page}`);
  return view;
}

const commonMessages: MessageFiles = import.meta.glob('/src/messages/*.json');
const messagesByLocale = new Map<Locale, Messages>();
const loadedFiles = new Set<MessageFiles[string]>();

export async function loadMessageFile(locale: Locale, files: MessageFiles): Promise<void> {
  const file = files[`/src/messages/${locale}.json`];
  if (!file || loadedFiles.has(file)) return;
  const loaded = (await file()) as { default: Messages };
  // Adds to the same object, because a new one would render all components that use messages again.
  messagesByLocale.set(locale, Object.assign(messagesByLocale.get(locale) ?? {}, loaded.default));
  loadedFiles.add(file);
}

/** Loads the messages of a language and a page. Logs a failure (specification, section 8) and returns false. */
export async function loadMessages(locale: Locale, page: PageName | null = null): Promise<boolean> {
  const pageMessages = (page && pages[page].messages) ?? {};
  try {
    await Promise.all([loadMessageFile(locale, commonMessages), loadMessageFile(locale, pageMessages)]);
    return true;
  } catch (error) {
    console.error(`messages ${locale} could not be loaded`, error);
    return false;
  }
}

/** `?only=` limits the files to one namespace of messages. */
const labelMessages: MessageFiles = import.meta.glob('/src/messages/*.json', { query: '?only=labelDialog' });

export async function loadLabelMessages(locale: Locale): Promise<void> {
  await loadMessageFile(locale, labelMessages);
}

export function messagesOf(locale: Locale): Messages {
  return messagesByLocale.get(locale) ?? ({} as Messages);
}

export type PageTexts = Record<string, unknown>;

const textsByPath = new Map<string, Promise<PageTexts>>();

/** Fetches the long texts of a page, once. Null for a page without them. Rejects if they cannot be fetched. */
export function loadLongTexts(page: PageName | null, pathname: string, buildId: string): Promise<PageTexts> | null {
  if (!page || !pages[page].texts) return null;
  const cached = textsByPath.get(pathname);
  if (cached) return cached;
  const texts = fetchTexts(`${pathname}/_payload.json?${buildId}`);
  textsByPath.set(pathname, texts);
  texts.catch(() => textsByPath.delete(pathname));
  return texts;
}

async function fetchTexts(address: string): Promise<PageTexts> {
  const response = await fetch(address, { signal: timeLimit(5000) });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as PageTexts;
}

/** Starts the API requests of the page at `url`, and waits for them. Never rejects. */
export async function prefetchData(url: URL, now: Date): Promise<void> {
  const page = pageAt(url.pathname);
  if (page) await pages[page].prefetch?.(browserQueries(), url.searchParams, defaultSeason(now));
}
