import { expect } from 'vitest';
import type { BrowserWindow } from './browser-window.ts';

/** The first shown element with a selector, whose accessible name begins with `name`, and whose text contains `text`. */
export type Target = { selector: string; name?: string; text?: string };

export const link = (name: string): Target => ({ selector: 'a', name });
export const button = (name: string): Target => ({ selector: 'button', name });
export const radio = (name: string): Target => ({ selector: 'input[type=radio]', name });
const field = (name: string): Target => ({ selector: 'input:not([type=radio]), textarea', name });
const select = (name: string): Target => ({ selector: 'select', name });

/** The names of keys in WebDriver. */
export const keys = { tab: '\uE004', enter: '\uE007', arrowDown: '\uE015', space: ' ' };

export type Visitor = ReturnType<typeof visitorAt>;

/** A person who looks at the pages of a shop in a window, points, clicks and types. */
export function visitorAt(window: BrowserWindow, address: string) {
  const { evaluate, perform, screenshot } = window;

  const actOn = (target: Target, act: Act) => evaluate(atControl, target, act);

  /** Scrolls to a control, waits until nothing moves or covers it, and clicks it. */
  async function press(target: Target): Promise<void> {
    await until(nameOf(target), () => actOn(target, 'scroll'));
    let lastPoint = '';
    const point = await until(`${nameOf(target)}, neither covered nor moving`, async () => {
      const currentPoint = await actOn(target, 'point');
      const hasNotMoved = JSON.stringify(currentPoint) === lastPoint;
      lastPoint = JSON.stringify(currentPoint);
      return hasNotMoved ? currentPoint : null;
    });
    const [x, y] = point.split(' ').map(Number);
    const click = [
      { type: 'pointerMove', duration: 0, x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await perform([{ type: 'pointer', id: 'mouse', actions: click }]);
  }

  async function type(text: string): Promise<void> {
    const strokes = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await perform([{ type: 'key', id: 'keyboard', actions: strokes }]);
  }

  const waitForHydration = () => until('hydration', () => evaluate(isHydrated));

  return {
    evaluate,
    press,
    screenshot,
    type,
    waitForHydration,
    /** Opens a page and waits for its hydration. */
    async open(path: string): Promise<void> {
      await window.open(address + path);
      await waitForHydration();
    },
    /** Clicks an empty text field and types into it. */
    async fill(name: string, text: string): Promise<void> {
      await press(field(name));
      await type(text);
    },
    /** Chooses the first option that begins with `text`, by typing it. */
    async choose(name: string, text: string): Promise<void> {
      await until(name, () => actOn(select(name), 'focus'));
      await type(text);
    },
    isShown: async (target: Target) => (await actOn(target, 'text')) !== null,
    /** Waits until an element is shown; returns its text, with single spaces. */
    textOf: (target: Target) => until(nameOf(target), () => actOn(target, 'text')),
    /** Waits until a control has the focus. */
    waitForFocus: (target: Target) => until(`focus on ${nameOf(target)}`, () => actOn(target, 'isFocused')),
    /** Presses Tab until a control has the focus. */
    async tabTo(target: Target): Promise<void> {
      for (let steps = 0; steps < 150; steps += 1) {
        await type(keys.tab);
        if (await actOn(target, 'isFocused')) return;
      }
      throw new Error(`Tab does not reach ${nameOf(target)}`);
    },
    /** Waits until the URL contains a text; returns the URL. */
    urlWith: (part: string) =>
      until(`URL with ${part}`, async () => {
        const url = await evaluate(() => location.href);
        return url.includes(part) ? url : null;
      }),
  };
}

const nameOf = ({ selector, name, text }: Target) => [selector, name, text].filter(Boolean).join(' ');

/** Polls until the value is not null, at most 30 s. While a document is replaced, the browser cannot answer. */
async function until<Value>(what: string, get: () => Promise<Value | null>): Promise<Value> {
  let value: Value | null = null;
  const poll = async () => (value = await get());
  await expect.poll(poll, { timeout: 30_000, interval: 50, message: what }).not.toBeNull();
  return value as Value;
}

type Act = 'scroll' | 'point' | 'focus' | 'isFocused' | 'text';

/** Runs in the page. Returns null if the control is not shown, or if the act is not possible yet. */
function atControl({ selector, name = '', text = '' }: Target, act: Act): string | null {
  const clean = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: HTMLElement) =>
    clean(
      element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent,
    );
  const control = [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      nameOf(element).startsWith(clean(name)) &&
      clean(element.textContent).includes(text),
  );
  if (!control) return null;
  if (act === 'scroll') control.scrollIntoView({ block: 'center', behavior: 'instant' });
  if (act === 'focus') control.focus();
  if (act === 'isFocused') return document.activeElement === control ? 'yes' : null;
  if (act !== 'point') return clean(control.textContent);
  const { left, top, width, height } = control.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const topmost = document.elementFromPoint(x, y);
  const isOnTop = topmost !== null && (control.contains(topmost) || topmost.contains(control));
  return isOnTop ? `${x} ${y}` : null;
}

/** Runs in the page. */
function isHydrated(): true | null {
  const main = document.querySelector('main');
  return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber')) ? true : null;
}
