import { createRequire } from 'node:module';
import { type Font, openSync } from 'fontkit';

const require = createRequire(import.meta.url);

/** The shop's face, with Estonian and Cyrillic letters. Found by its package's name: the built server lies elsewhere. */
const files = {
  regular: require.resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf'),
  bold: require.resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf'),
};

type FaceName = keyof typeof files;

export const faceNames: readonly FaceName[] = ['regular', 'bold'];

/** Words as pdfkit has set them in a face. */
type SetWords = Record<string, unknown>;

type Face = { font: Font; words: SetWords };

const opened = new Map<FaceName, Face>();

/** Words kept of a face: those of the terms in all languages are two thousand. Each document adds its own, of some kB each. */
const mostWords = 3_000;

/** A face that all documents share, for to open it costs more than to write a whole document, and the words set in it so far. */
export function face(name: FaceName): Face {
  const known = opened.get(name);
  const font = known?.font ?? open(files[name]);
  const full = !known || Object.keys(known.words).length > mostWords;
  const face = { font, words: full ? Object.create(null) : known.words };
  opened.set(name, face);
  return face;
}

function open(file: string): Font {
  const font = openSync(file) as Font;
  // A glyph keeps the letter that it was first asked for. Asked for as a part of another it would have none, and in
  // later documents nobody could search or copy that letter.
  for (const letter of font.characterSet) font.glyphForCodePoint(letter);
  return font;
}
