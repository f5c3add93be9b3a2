import type { Page } from 'playwright-core';

/**
 * Elements that extend beyond a screen of so many pixels or make the page scroll sideways. Excluded: content clipped
 * by a drawing, and tables in a region that the keyboard scrolls (WCAG 1.4.10).
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
