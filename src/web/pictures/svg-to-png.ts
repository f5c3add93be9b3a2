import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { Resvg } from '@resvg/resvg-js';
import { cardSize } from './drawing/draw-card.ts';
import { palettePng } from './palette-png.ts';

// A program that reads an SVG from standard input and writes it to standard output as a PNG of about 0.1 MB on white.

/** Found by the name of its package, because the built program is in another folder. */
const fontFile = createRequire(import.meta.url).resolve('@expo-google-fonts/golos-text/700Bold/GolosText_700Bold.ttf');

const tireDrawingWidth = 800;

const svg = await text(process.stdin);
// Standard input has only the SVG, so the viewBox tells a link preview from the drawing of a tire.
const isLinkPreview = svg.includes(`viewBox="0 0 ${cardSize.width} ${cardSize.height}"`);

const drawing = new Resvg(svg, {
  fitTo: { mode: 'width', value: isLinkPreview ? cardSize.width : tireDrawingWidth },
  background: '#fff',
  font: { loadSystemFonts: false, fontFiles: [fontFile], defaultFontFamily: 'Golos Text' },
});
const { pixels, width, height } = drawing.render();
process.stdout.write(palettePng(pixels, width, height));
