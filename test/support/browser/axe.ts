import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { wider } from '../wider.ts';
import { desktop, phone } from './browser.ts';

/** WCAG 2.0, 2.1 and 2.2, levels A and AA. */
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The only rules that depend on a light or dark page: both have the same elements in the same places. */
const ofColour = ['color-contrast', 'link-in-text-block'];

type Screen = { width: number; height: number };

/**
 * Expects that axe finds nothing against WCAG 2.2 AA on these screens, light and dark, and that nothing is wider than
 * 320 px, which is also a screen of 640 px at 200 % zoom.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  screens: readonly Screen[] = [desktop.viewport, phone.viewport],
): Promise<void> {
  const size = page.viewportSize();
  const found: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize(screen);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      const where = `${screen.width} px, ${scheme}`;
      found.push(...(await violations(page, scheme === 'light' ? wcag : ofColour)).map((text) => `${where}: ${text}`));
    }
  }
  await page.setViewportSize({ width: 320, height: 640 });
  found.push(...(await wider(page, 320)).map((element) => `wider than 320 px: ${element}`));
  if (size) await page.setViewportSize(size);
  expect({ state, found }).toEqual({ state, found: [] });
}

/** Violations of rules by names or tags: the rule, the element, and axe's message. */
async function violations(page: Page, rules: readonly string[]): Promise<string[]> {
  // Half a megabyte of script: sent once to a document.
  const axeSource = (await page.evaluate(() => 'axe' in globalThis)) ? 'void 0' : undefined;
  // Legacy: no report page, which only frames need, and no passed rules.
  const axe = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules === ofColour ? axe.withRules([...rules]) : axe.withTags([...rules])).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
