import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ContextSpec, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Locale } from '../../../src/shop/locale.ts';
import { elementsWiderThan } from '../wider.ts';
import { desktop, phone } from './browser.ts';

/** WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules about colours, which take axe half of its time. Their result depends on the colour scheme, and not on the language. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** Without copies of what passed, and of the style sheets, which no rule of WCAG reads. */
const cheap: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };
const allRules: RunOptions = { ...cheap, runOnly: wcag };
const colourRulesOnly: RunOptions = { ...cheap, runOnly: colourRules };
const allRulesButColours: RunOptions = {
  ...allRules,
  rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])),
};

/** Half as long as the package's `source`. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Screen = { width: number; height: number };

/** What axe checks: all, all but header and footer, or the open dialog. */
const contexts = {
  document: { exclude: [] },
  content: { exclude: ['header:not(main *)', 'footer:not(main *)'] },
  dialog: { include: ['dialog[open]'] },
} satisfies Record<string, ContextSpec>;
type Part = keyof typeof contexts;

/** `schemes`: those in which the colours are checked. */
type Scope = {
  screens?: readonly Screen[];
  schemes?: readonly ('light' | 'dark')[];
  part?: Part;
};

/** The default language is checked on all screens and in both schemes; the others only on a phone and without colours, because only texts and their widths differ. */
export const scopeIn = (locale: Locale): Scope => (locale === 'ee' ? {} : { screens: [phone.viewport], schemes: [] });

/** Expects that axe finds no violation of WCAG 2.2 AA, and that nothing is wider than 320 px (a 640 px screen at 200 % zoom). `state`: names the page in a failure. */
export async function expectAccessible(
  page: Page,
  state: string,
  { screens = [desktop.viewport, phone.viewport], schemes = ['light', 'dark'], part = 'document' }: Scope = {},
): Promise<void> {
  const size = page.viewportSize();
  const problems: string[] = [];
  await setBars(page, 'static');
  for (const [screenIndex, screen] of screens.entries()) {
    await page.setViewportSize(screen);
    const found: string[] = [];
    if (schemes.length === 0) found.push(...(await violations(page, part, allRulesButColours)));
    // In turn forwards and backwards, because each change of the scheme paints the page again.
    const inTurn = screenIndex % 2 === 0 ? schemes : schemes.toReversed();
    for (const [index, scheme] of inTurn.entries()) {
      await page.emulateMedia({ colorScheme: scheme });
      // One run for all rules is cheaper than one for the rules about colours and one for the others.
      const inScheme = await violations(page, part, index === 0 ? allRules : colourRulesOnly);
      found.push(...inScheme.map((text) => `${scheme}: ${text}`));
    }
    problems.push(...found.map((text) => `${screen.width} px: ${text}`));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  // After a change of the language, a font may still load; the one shown until then is wider.
  await page.evaluate(async () => {
    document.body.getBoundingClientRect();
    await document.fonts.ready;
  });
  problems.push(...(await elementsWiderThan(page, 320)).map((element) => `wider than 320 px: ${element}`));
  await setBars(page, '');
  if (size) await page.setViewportSize(size);
  expect({ state, problems }).toEqual({ state, problems: [] });
}

/** As `expectAccessible`, for a page whose header and footer `axe-pages.test.ts` checks. */
export const expectContentAccessible = (page: Page, state: string, scope: Scope = {}) =>
  expectAccessible(page, state, { ...scope, part: 'content' });

/** As `expectAccessible`, for the open dialog of a page that `axe-pages.test.ts` checks. */
export const expectDialogAccessible = (page: Page, state: string, scope: Scope = {}) =>
  expectAccessible(page, state, { ...scope, part: 'dialog' });

/** `static` moves sticky bars into the page, because axe counts a control that a bar partly covers as too small. '' makes them sticky again. */
async function setBars(page: Page, position: 'static' | ''): Promise<void> {
  await page.evaluate((position) => {
    for (const bars of document.querySelectorAll<HTMLElement>('.sticky.bottom-0, .compare-bar, .list-head'))
      bars.style.position = position;
  }, position);
}

/** Violations of the rules in `options`, each as rule, element and message of axe. */
async function violations(page: Page, part: Part, options: RunOptions): Promise<string[]> {
  // Injected once into a document, because the browser compiles it again each time.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ context, options }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      axe.configure({ noHtml: true });
      const { violations } = await axe.run(context, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      );
    },
    { context: contexts[part], options },
  );
}
