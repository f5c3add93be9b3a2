import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { Resvg } from '@resvg/resvg-js';
import { palettePng } from './palette-png.ts';

// A program: reads an SVG from standard input and writes it to standard output as PNG on white, about 0.1 MB.

/** Resolved by its package, because the built program is in another folder. */
const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/golos-text/700Bold/GolosText_700Bold.ttf');

const side = 800;

const drawing = new Resvg(await text(process.stdin), {
  fitTo: { mode: 'width', value: side },
  background: '#fff',
  font: { loadSystemFonts: false, fontFiles: [fontFile], defaultFontFamily: 'Golos Text' },
});
process.stdout.write(palettePng(drawing.render().pixels, side));
