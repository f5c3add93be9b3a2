/** Runs in the page. Focuses each control in an element that matches `within`; returns the controls whose focus ring is missing, or clipped by an ancestor or the page. */
export function clippedRings(within: string): string[] {
  for (const details of document.querySelectorAll('details')) details.open = true;
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button:not(:disabled), input:not([type=hidden]):not(:disabled), select, textarea, summary, [tabindex="0"]',
  );
  const clipped: string[] = [];
  for (const control of controls) {
    if (!control.closest(within)) continue;
    control.focus({ focusVisible: true } as FocusOptions);
    if (document.activeElement !== control) continue;
    // WebKit scrolls only later to what a script has focused.
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(control);
    const reach =
      outlineStyle === 'none' ? Number.NaN : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    const box = control.getBoundingClientRect();
    // Distances from the control to the edges of the page and, below, of each ancestor that clips its content.
    const distances = [box.left, document.documentElement.clientWidth - box.right, box.top + scrollY];
    for (
      let ancestor = control.parentElement;
      ancestor && ancestor !== document.body;
      ancestor = ancestor.parentElement
    ) {
      const style = getComputedStyle(ancestor);
      const clips = style.overflowX !== 'visible' || style.contentVisibility === 'auto';
      if (!clips) continue;
      const { left, right, top, bottom } = ancestor.getBoundingClientRect();
      const margin =
        style.overflowX === 'visible' ? Number.parseFloat(style.getPropertyValue('overflow-clip-margin') || '0') : 0;
      distances.push(
        ...[box.left - left, right - box.right, box.top - top, bottom - box.bottom].map(
          (distance) => distance + margin,
        ),
      );
    }
    const name = control.getAttribute('aria-label') ?? (control.textContent || control.getAttribute('name'));
    const isWholeRingVisible = Math.min(...distances) >= reach - 0.5;
    if (!isWholeRingVisible)
      clipped.push(`${control.localName} ${name?.trim()}: ${Math.min(...distances)} of ${reach}`);
  }
  return clipped;
}
