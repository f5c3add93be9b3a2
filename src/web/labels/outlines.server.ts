import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);

/** Found by package name, because the built server is in another folder. */
const openFont = (file: string) => openSync(require.resolve(`@expo-google-fonts/golos-text/${file}`)) as Font;

const fonts = {
  medium: openFont('500Medium/GolosText_500Medium.ttf'),
  bold: openFont('700Bold/GolosText_700Bold.ttf'),
};

type Face = { size: number; weight?: keyof typeof fonts; maxWidth?: number };

type Line = Face & { x: number; y: number; anchor?: 'start' | 'middle' | 'end' };

export function widthOf(text: string, face: Face): number {
  return layOut(text, face).width;
}

/** Lays out one line, smaller if it is wider than `maxWidth`. Characters that the font lacks become spaces. */
function layOut(text: string, { size, weight = 'bold', maxWidth = Number.POSITIVE_INFINITY }: Face) {
  const font = fonts[weight];
  const isDrawable = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const drawable = [...text].map((character) => (isDrawable(character) ? character : ' ')).join('');
  const { glyphs, positions, advanceWidth } = font.layout(drawable);
  const naturalWidth = (advanceWidth / font.unitsPerEm) * size;
  const fittedSize = naturalWidth > maxWidth ? (size * maxWidth) / naturalWidth : size;
  return { glyphs, positions, scale: fittedSize / font.unitsPerEm, width: Math.min(naturalWidth, maxWidth) };
}

/** Draws a text as an SVG path, which needs no font. */
export function textPath(text: string, { x, y, anchor = 'start', ...face }: Line): string {
  const { glyphs, positions, scale, width } = layOut(text, face);
  const start = x - width * { start: 0, middle: 0.5, end: 1 }[anchor];
  let nextLeft = start;
  const letters = glyphs.map((glyph, index) => {
    const left = nextLeft;
    nextLeft += (positions[index]?.xAdvance ?? 0) * scale;
    // `args` are pairs of x and y. In a font, y grows upwards.
    const toSvg = (value: number, i: number) => round(i % 2 === 0 ? left + value * scale : y - value * scale);
    return glyph.path.commands.map(({ command, args }) => pathLetters[command] + args.map(toSvg).join(' ')).join('');
  });
  return `<path d="${letters.join('')}"/>`;
}

const pathLetters = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'z' };

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
