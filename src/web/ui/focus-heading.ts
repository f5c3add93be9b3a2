/** Moves the focus to a heading without scrolling. */
export function focusHeading(selector = 'main h1'): void {
  const heading = document.querySelector<HTMLElement>(selector);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}
