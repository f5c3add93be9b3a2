import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The face of the lettering. Found by its package's name: the built server lies elsewhere. */
const face = require.resolve('@expo-google-fonts/golos-text/700Bold/GolosText_700Bold.ttf');

/** Pixels on each side: what shops and search engines ask of a product's picture. */
const side = 800;

/** A third of a megabyte each. */
const mostKept = 60;

const drawn = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();

/**
 * What `draw` draws (SVG) as PNG on white, for those who take no drawings. Drawn beside the event loop, one at a time, a tenth of
 * a second each; what was drawn longest ago is let go first. `path`: by which it is asked for again.
 */
export function bitmapOf(path: string, draw: () => string): Promise<Buffer> {
  const known = drawn.get(path);
  if (known) return known;
  const turn = last.then(async () => {
    const { renderAsync } = await import('@resvg/resvg-js');
    const image = await renderAsync(draw(), {
      fitTo: { mode: 'width', value: side },
      background: '#fff',
      font: { loadSystemFonts: false, fontFiles: [face], defaultFontFamily: 'Golos Text' },
    });
    return image.asPng();
  });
  last = turn.catch(() => drawn.delete(path));
  drawn.set(path, turn);
  const [oldest] = drawn.keys();
  if (drawn.size > mostKept && oldest !== undefined) drawn.delete(oldest);
  return turn;
}
