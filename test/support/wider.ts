import type { Page } from 'playwright-core';

/**
 * What reaches beyond a screen of so many pixels, or makes the page scroll sideways. A drawing clips what is in it, and a
 * table in a region that the keyboard scrolls may be wider (WCAG 1.4.10 leaves out what needs two dimensions).
 */
export function wider(page: Page, width: number): Promise<string[]> {
  return page.evaluate((most) => {
    const elements = [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('svg')?.contains(element.parentElement))
      .filter((element) => !element.parentElement?.closest('section[tabindex="0"]'))
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > most + 0.5)
      .map((element) => element.outerHTML.slice(0, 120));
    const { scrollWidth } = document.documentElement;
    return scrollWidth > most ? [...elements, `the page: ${scrollWidth} px`] : elements;
  }, width);
}
