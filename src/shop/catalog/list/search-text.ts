import { isSeasonCategory } from '../road/season.ts';
import { parseTypedSize, type SizeRefusal } from '../tire/size.ts';
import { type KnownIds, type ListState, listToUrl } from './filter.ts';
import { cyrillicManufacturers, joinPhrases, type Meaning, meaningOf } from './search-words.ts';

export type SearchTextResult = { ok: true; list: ListState; unknownWords: string } | { ok: false; reason: SizeRefusal };

/** Longer texts are cut, which bounds the time of parsing. */
const maxLength = 200;
const maxWordsOfSize = 8;
const maxWordsOfManufacturer = 3;

/** A rim before its size, at the start or after a word: `R16 205/55`, `Nokian 16 205/55`. The lookahead leaves out sizes with a rim of their own. */
const rimFirst =
  /(?<=^|\p{L}[\s,]+)[rр]?\s?(\d\d(?:[.,]5)?)[\s,]+(\d{3}\s?[/x*\s-]\s?\d\d)(?![\d/x*-]|\s?[zrр]|\s\d\d)/iu;

/** The end of a number that a mark follows without a space: `205/55R16XL`, `91VXL`. */
const beforeMark = /(?<=\d[a-zнтврсх]?)(?=(xl|el|sl|rft?|rof|ssr|zp)(?![\p{L}\d]))/giu;

/** Parses `naast 205/55 R16 Nokian` into the filters of `list`. Without a size in the text, the list's size stays. */
export function parseSearchText(
  text: string,
  list: ListState,
  manufacturers: readonly Manufacturer[],
): SearchTextResult {
  const singleSpaced = joinPhrases(text.trim().slice(0, maxLength).replace(/\s+/g, ' '))
    .replace(rimFirst, '$2 R$1')
    .replace(beforeMark, ' ');
  const size = findSize(singleSpaced);
  const digitsStart = singleSpaced.search(/\d{3}/);
  const needsSize = digitsStart >= 0 || singleSpaced === '';
  // Digits that are no size, or an empty text, are refused with the reason that the parser of sizes gives.
  if (!size && needsSize) {
    const reading = parseTypedSize(singleSpaced.slice(Math.max(0, digitsStart)));
    if (!reading.ok) return reading;
  }
  const words = wordsOf(size?.before ?? singleSpaced).concat(size?.rest ?? []);
  const { meanings: meaningsOfWords, manufacturerIds, unknownWords } = readWords(words, manufacturers);
  // «Грузовые» (for trucks) with a C size are tires for vans: those for trucks have no C.
  const meanings = size?.commercial ? meaningsOfWords.map((it) => (it === 'truck' ? 'van' : it)) : meaningsOfWords;
  if (!size && meanings.length + manufacturerIds.length === 0) return { ok: false, reason: 'unreadable' };
  const [firstManufacturer = list.filter.manufacturer, ...otherManufacturers] = manufacturerIds;
  return {
    ok: true,
    unknownWords: unknownWords.join(' '),
    list: {
      ...list,
      page: 1,
      filter: { ...list.filter, ...size?.size, season: seasonFrom(meanings, list), manufacturer: firstManufacturer },
      more: {
        ...list.more,
        runflat: list.more.runflat || meanings.includes('runflat'),
        snow: list.more.snow || meanings.includes('snow'),
        van: list.more.van || meanings.includes('van'),
        manufacturers: manufacturerIds.length > 0 ? otherManufacturers : list.more.manufacturers,
      },
    },
  };
}

export function parsedListToUrl({ list, unknownWords }: { list: ListState; unknownWords: string }): string {
  return listToUrl(list) + (unknownWords && `&${new URLSearchParams({ unread: unknownWords })}`);
}

type Manufacturer = KnownIds['manufacturers'][number] & { label: string };

/** Returns the first size in a text, the text `before` it and the words after it (`rest`); null: the text has no size. */
export function findSize(text: string) {
  // The first three digits may be those of a model: `LM005 205/55 R16`. Later ones count only at the start of a word: `225/155 R16` is no 155 R16.
  const starts = [text.search(/\d{3}/), ...Array.from(text.matchAll(/[\s,;]\d{3}/g), ({ index }) => index + 1)];
  for (const start of starts) {
    const found = sizeAtStart(text.slice(start));
    if (found) return { ...found, before: text.slice(0, start) };
  }
  return null;
}

function sizeAtStart(text: string) {
  const words = text.split(' ');
  for (let count = 1; count <= Math.min(words.length, maxWordsOfSize); count += 1) {
    const reading = parseTypedSize(words.slice(0, count).join(' '));
    if (!reading.ok) continue;
    const { treadWidth, profile, diameter, commercial } = reading.value;
    const rest = wordsOf(words.slice(count).join(' '));
    return { size: { treadWidth, profile, diameter }, commercial, rest };
  }
  return null;
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => /[\p{L}\d]/u.test(word));
}

function readWords(words: readonly string[], manufacturers: readonly Manufacturer[]) {
  const meanings: Meaning[] = [];
  const manufacturerIds: string[] = [];
  const unknownWords: string[] = [];
  for (let index = 0; index < words.length; ) {
    const manufacturer = manufacturerAt(words, index, manufacturers);
    if (manufacturer) manufacturerIds.push(manufacturer.id);
    const word = words[index] ?? '';
    const meaning = manufacturer ? null : meaningOf(word);
    if (meaning) meanings.push(meaning);
    if (!manufacturer && !meaning) unknownWords.push(word);
    index += manufacturer?.length ?? 1;
  }
  return { meanings, manufacturerIds: [...new Set(manufacturerIds)], unknownWords };
}

function manufacturerAt(words: readonly string[], index: number, manufacturers: readonly Manufacturer[]) {
  for (let length = Math.min(maxWordsOfManufacturer, words.length - index); length > 0; length -= 1) {
    const name = comparableName(words.slice(index, index + length).join(''));
    const latinName = cyrillicManufacturers[name] ?? name;
    const manufacturer = manufacturers.find(
      ({ id, label }) => latinName === comparableName(label) || latinName === comparableName(id),
    );
    if (manufacturer) return { id: manufacturer.id, length };
  }
  return null;
}

function comparableName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');
}

/** Returns the season that the text names, else the list's. `winter` alone keeps a winter season of the list, else means friction tires. */
function seasonFrom(meanings: readonly Meaning[], { filter: { season } }: ListState): ListState['filter']['season'] {
  const namedSeason = meanings.find((meaning) => isSeasonCategory(meaning));
  if (namedSeason) return namedSeason;
  return meanings.includes('winter') && !season?.startsWith('winter') ? 'winter_friction' : season;
}
