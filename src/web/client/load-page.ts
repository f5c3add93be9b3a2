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
  // A view has no props, so it renders again only because of what it uses.
  views.set(page, memo((await pages[page].view()).default));
}

/** A view that `loadView` has loaded: rendering never waits for code. */
export function loadedView(page: PageName | null): ComponentType {
  const view = page && views.get(page);
  if (!view) throw new Error(`page not loaded: ${page}`);
  return view;
}

const commonMessages: MessageFiles = import.meta.glob('/src/messages/*.json');
const messages = new Map<Locale, Messages>();
const loadedFiles = new Set<MessageFiles[string]>();

async function load(locale: Locale, files: MessageFiles): Promise<void> {
  const file = fileOf(locale, files);
  if (!file || loadedFiles.has(file)) return;
  const loaded = (await file()) as { default: Messages };
  // Adds to the same object, so that components which use the language's messages do not render again.
  messages.set(locale, Object.assign(messages.get(locale) ?? {}, loaded.default));
  loadedFiles.add(file);
}

function fileOf(locale: Locale, files: MessageFiles): MessageFiles[string] | undefined {
  return files[`/src/messages/${locale}.json`];
}

/** Loads the messages of a language and a page. A missing language is logged, English stands in and false is returned; throws without the page's. */
export async function loadMessages(locale: Locale, page: PageName | null = null): Promise<boolean> {
  const pageMessages = (page && pages[page].messages) ?? {};
  const [own] = await Promise.all([loadLanguage(locale), load(locale, pageMessages)]);
  if (!own) await load('en', pageMessages);
  return own;
}

async function loadLanguage(locale: Locale): Promise<boolean> {
  try {
    await load(locale, commonMessages);
    return true;
  } catch (error) {
    console.error(`messages ${locale} could not be loaded`, error);
    if (locale !== 'en') await loadLanguage('en');
    return false;
  }
}

const labelMessages: MessageFiles = import.meta.glob('/src/messages/*.json', { query: '?only=labelDialog' });

export async function loadLabelMessages(locale: Locale): Promise<void> {
  await load(locale, labelMessages);
}

/** Whether the messages of a language are loaded; without the ones that pages load for themselves. */
export function hasMessages(locale: Locale): boolean {
  const common = fileOf(locale, commonMessages);
  return common !== undefined && loadedFiles.has(common);
}

/** The messages of a language; while they are missing the English ones, or any that are loaded. */
export function messagesOf(locale: Locale): Messages {
  const own = hasMessages(locale) ? messages.get(locale) : undefined;
  return own ?? messages.get('en') ?? messages.values().next().value ?? ({} as Messages);
}

export type PageTexts = Record<string, unknown>;

const loadedTexts = new Map<string, Promise<PageTexts>>();

/** The long texts of a page from `{route}/_payload.json`, or null for pages without. Rejects when they cannot be fetched. */
export function loadTexts(page: PageName | null, pathname: string, buildId: string): Promise<PageTexts> | null {
  if (!page || !pages[page].texts) return null;
  const known = loadedTexts.get(pathname);
  if (known) return known;
  const texts = fetchTexts(`${pathname}/_payload.json?${buildId}`);
  loadedTexts.set(pathname, texts);
  texts.catch(() => loadedTexts.delete(pathname));
  return texts;
}

async function fetchTexts(address: string): Promise<PageTexts> {
  const answer = await fetch(address, { signal: timeLimit(5000) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return (await answer.json()) as PageTexts;
}

export async function prefetchData(url: URL, now: Date): Promise<void> {
  const page = pageAt(url.pathname);
  if (page) await pages[page].prefetch?.(browserQueries(), url.searchParams, defaultSeason(now));
}
