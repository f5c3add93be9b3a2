import { focusHeading } from './focus-heading.ts';

/** The `ref` of a heading shown while a page loads: its focus passes to the heading that replaces it. */
export function passFocusOn(heading: HTMLElement | null) {
  return () => {
    if (heading === document.activeElement) queueMicrotask(focusHeading);
  };
}
