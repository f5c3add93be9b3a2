/** Moves the focus to the page's heading, or to another: where reading starts after what had the focus is gone. */
export function focusHeading(selector = 'main h1'): void {
  const heading = document.querySelector<HTMLElement>(selector);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
