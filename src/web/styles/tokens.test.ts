import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');

type Colour = readonly number[];

/** Returns a colour of tokens.css as red, green and blue from 0 to 255. */
function token(name: string, scheme: 'light' | 'dark'): Colour {
  const pattern = new RegExp(`--${name}: (?:light-dark\\(#(\\w{6}), #(\\w{6})\\)|#(\\w{6}));`);
  const [, light, dark, both] = pattern.exec(css) ?? [];
  const hex = both ?? (scheme === 'light' ? light : dark);
  if (!hex) throw new Error(`tokens.css has no --${name}`);
  return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

/** Returns the contrast ratio that WCAG 2.2 defines, 1 to 21. */
function contrast(first: Colour, second: Colour): number {
  const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const [brighter = 0, darker = 0] = [first, second]
    .map((colour) => colour.map((value) => linear(value / 255)))
    .map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

// Contrasts that axe does not check: options of a select, edges and marks. WCAG 2.2 asks for 4.5 (texts), 7 (texts, level AAA) and 3 (controls).
describe.each(['light', 'dark'] as const)('the %s colour scheme', (scheme) => {
  test.each(['paper', 'sheet'])('has enough contrast on %s for texts, prices and edges of controls', (background) => {
    const contrastOf = (name: string) => contrast(token(name, scheme), token(background, scheme));
    for (const name of ['quiet', 'good', 'warn', 'bad']) expect([name, contrastOf(name) >= 4.5]).toEqual([name, true]);
    expect(contrastOf('ink')).toBeGreaterThanOrEqual(7);
    expect(contrastOf('edge')).toBeGreaterThanOrEqual(3);
  });

  test('has enough contrast for a hovered option without results', () => {
    // The browser mixes a tenth of the text's colour into the background.
    const [textColour, sheet] = [token('quiet', scheme), token('sheet', scheme)];
    const background = sheet.map((value, index) => value * 0.9 + (textColour[index] ?? 0) * 0.1);
    expect(contrast(textColour, background)).toBeGreaterThanOrEqual(4.5);
  });
});

test('every font size is one of the six in tokens.css', () => {
  const names = [...css.matchAll(/--text-(\w+):/g)].map(([, name]) => name);
  expect(names).toEqual(['s', 'm', 'l', 'xl', '2xl', '3xl']);
  const screenFiles = globSync('**/*.css', { cwd: import.meta.dirname }).filter((file) => file !== 'print.css');
  const sizes = screenFiles.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8').replace(/url\("[^"]*"\)/g, '');
    return [...text.matchAll(/\bfont(?:-size)?: ([^;]+);/g)].map(([, size]) => `${size}`);
  });
  expect(sizes.length).toBeGreaterThan(5);
  expect(sizes.filter((size) => !/^var\(--text-(?:s|m|l|xl|2xl|3xl)\)$|^inherit$/.test(size))).toEqual([]);
});
