import { expect } from 'vitest';

export type ControlBox = { control: string; top: number; height: number };

/** Selectors of the controls that stand in rows. */
export const rowsOf = {
  filters: '#filters :is(.size-field, .filter-row) :is(select, input.field, .button)',
  purchase: '.buy-line :is(fieldset, .button)',
  order: 'form input.field',
};

/** Runs in the page. Opens all `details`, and returns the boxes of the visible elements that match a selector, in CSS pixels. */
export function controlBoxes(selector: string): ControlBox[] {
  for (const details of document.querySelectorAll('details')) details.open = true;
  return [...document.querySelectorAll<HTMLElement>(selector)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true }))
    .map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { control: `${element.localName} ${element.id || element.className}`, top, height };
    });
}

/** Expects controls of the same height, and those of a row at the same place, each within half a pixel. */
export function expectAligned(boxes: ControlBox[]): void {
  expect(boxes.length).toBeGreaterThan(1);
  const uneven = boxes.flatMap((box, i) =>
    boxes.slice(i + 1).filter((other) => {
      const isInRow = Math.abs(other.top - box.top) < box.height / 2;
      return Math.abs(other.height - box.height) > 0.5 || (isInRow && Math.abs(other.top - box.top) > 0.5);
    }),
  );
  expect(uneven.length > 0 ? boxes : []).toEqual([]);
}
