import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Locale } from '../../../src/shop/locale.ts';
import { elementsWiderThan } from '../wider.ts';
import { desktop, phone } from './browser.ts';

/** WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules about colours, which take axe half of its time. Their result depends on the colour scheme, and not on the language. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Screen = { width: number; height: number };

/** `schemes`: those in which the colours are checked. */
type Scope = { screens?: readonly Screen[]; schemes?: readonly ('light' | 'dark')[] };

/** The default language is checked on all screens and in both schemes; the others only on a phone and without colours, because only texts and their widths differ. */
export const scopeIn = (locale: Locale): Scope => (locale === 'ee' ? {} : { screens: [phone.viewport], schemes: [] });

/** Expects that axe finds no violation of WCAG 2.2 AA, and that nothing is wider than 320 px (a 640 px screen at 200 % zoom). `state`: names the page in a failure. */
export async function expectAccessible(
  page: Page,
  state: string,
  { screens = [desktop.viewport, phone.viewport], schemes = ['light', 'dark'] }: Scope = {},
): Promise<void> {
  const size = page.viewportSize();
  const problems: string[] = [];
  await setBars(page, 'static');
  for (const screen of screens) {
    await page.setViewportSize(screen);
    const found: string[] = [];
    if (schemes.length === 0)
      found.push(...(await violations(page, (axe) => axe.withTags(wcag).disableRules(colourRules))));
    for (const [index, scheme] of schemes.entries()) {
      await page.emulateMedia({ colorScheme: scheme });
      // One run for all rules is cheaper than one for the rules about colours and one for the others.
      const inScheme = await violations(page, (axe) => (index === 0 ? axe.withTags(wcag) : axe.withRules(colourRules)));
      found.push(...inScheme.map((text) => `${scheme}: ${text}`));
    }
    problems.push(...found.map((text) => `${screen.width} px: ${text}`));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  problems.push(...(await elementsWiderThan(page, 320)).map((element) => `wider than 320 px: ${element}`));
  await setBars(page, '');
  if (size) await page.setViewportSize(size);
  expect({ state, problems }).toEqual({ state, problems: [] });
}

/** `static` moves sticky bars into the page, because axe counts a control that a bar partly covers as too small. '' makes them sticky again. */
async function setBars(page: Page, position: 'static' | ''): Promise<void> {
  await page.evaluate((position) => {
    for (const bars of document.querySelectorAll<HTMLElement>('.sticky.bottom-0, .compare-bar, .list-head'))
      bars.style.position = position;
  }, position);
}

/** Violations of the rules that `choose` gives axe, each as rule, element and message of axe. */
async function violations(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // axe is half a megabyte of script: it is injected once into a document. Its later runs there do not copy the markup of each element.
  const axeSource = (await page.evaluate(() => 'axe' in globalThis)) ? 'axe.configure({ noHtml: true })' : undefined;
  // Legacy mode opens no extra page for frames; `violations` leaves out the rules that passed.
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await choose(axe).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
