import type { Page } from 'playwright-core';

/** The elements that extend beyond `maxWidth` px, and the page if it scrolls sideways. Excluded: parts of an SVG, tables that the keyboard can scroll (WCAG 1.4.10), and the season tabs, which scroll into view. */
export function elementsWiderThan(page: Page, maxWidth: number): Promise<string[]> {
  return page.evaluate((maxRight) => {
    const elements = [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('svg')?.contains(element.parentElement))
      .filter((element) => !element.parentElement?.closest('section[tabindex="0"], .season-tabs'))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > maxRight + 0.5)
      .map((element) => element.outerHTML.slice(0, 120));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > maxRight ? [...elements, `the page: ${scrollWidth} px`] : elements;
  }, maxWidth);
}
