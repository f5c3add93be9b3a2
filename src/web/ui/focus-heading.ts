export function focusHeading(selector = 'main h1'): void {
  const heading = document.querySelector<HTMLElement>(selector);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
}

/** Moves the focus to a heading if the focused element is gone or out of view. */
export function focusHeadingIfFocusIsLost(selector: string): void {
  const focused = document.activeElement;
  if (focused && focused !== document.body) {
    const { top, bottom } = focused.getBoundingClientRect();
    if (bottom >= 0 && top <= innerHeight) return;
  }
  focusHeading(selector);
}

/** The `ref` of a heading shown while a page loads: its focus passes to the heading that replaces it. */
export function passFocusOn(heading: HTMLElement | null) {
  return () => {
    if (heading === document.activeElement) queueMicrotask(focusHeading);
  };
}
