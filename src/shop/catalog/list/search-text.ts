import { type SizeRefusal, typedSize } from '../tire/size.ts';
import { type KnownIds, type ListState, listToUrl } from './filter.ts';
import { cyrillicManufacturers, type Meaning, meaningOf } from './search-words.ts';

export type SearchTextResult = { ok: true; list: ListState; unknownWords: string } | { ok: false; reason: SizeRefusal };

/** Longer texts are cut, which bounds the time of parsing. */
const maxLength = 200;
const maxSizePieces = 8;
const maxManufacturerPieces = 3;

/** Parses `naast 205/55 R16 Nokian` into the filters of `list`. Without a size in the text, the list's size stays. */
export function parseSearchText(
  text: string,
  list: ListState,
  manufacturers: readonly Manufacturer[],
): SearchTextResult {
  const written = text.trim().slice(0, maxLength).replace(/\s+/g, ' ');
  const sizeStart = /\d{3}/.exec(written)?.index ?? written.length;
  const [beforeSize, fromSize] = [written.slice(0, sizeStart), written.slice(sizeStart)];
  const size = sizeAtStart(fromSize);
  const hasOnlyWords = fromSize === '' && written !== '';
  const reading = size || hasOnlyWords ? null : typedSize(fromSize);
  if (reading && !reading.ok) return reading;
  const pieces = piecesOf(beforeSize).concat(size?.rest ?? []);
  const { meanings, manufacturerIds, unknownWords } = readPieces(pieces, manufacturers);
  if (!size && meanings.length + manufacturerIds.length === 0) return { ok: false, reason: 'unreadable' };
  const [manufacturer = list.filter.manufacturer, ...others] = manufacturerIds;
  const marks = meanings.flatMap((meaning) => (meaning === 'runflat' || meaning === 'snow' ? [[meaning, true]] : []));
  return {
    ok: true,
    unknownWords: unknownWords.join(' '),
    list: {
      ...list,
      page: 1,
      filter: { ...list.filter, ...size?.size, season: seasonFrom(meanings, list), manufacturer },
      more: {
        ...list.more,
        ...Object.fromEntries(marks),
        manufacturers: manufacturerIds.length > 0 ? others : list.more.manufacturers,
      },
    },
  };
}

export function parsedListToUrl({ list, unknownWords }: { list: ListState; unknownWords: string }): string {
  return listToUrl(list) + (unknownWords && `&${new URLSearchParams({ unread: unknownWords })}`);
}

type Manufacturer = KnownIds['manufacturers'][number] & { label: string };

function sizeAtStart(text: string) {
  const pieces = text.split(' ');
  for (let count = 1; count <= Math.min(pieces.length, maxSizePieces); count += 1) {
    const reading = typedSize(pieces.slice(0, count).join(' '));
    if (!reading.ok) continue;
    const { treadWidth, profile, diameter } = reading.value;
    const rest = piecesOf(pieces.slice(count).join(' '));
    return { size: { treadWidth, profile, diameter }, rest };
  }
  return null;
}

function piecesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((piece) => /[\p{L}\d]/u.test(piece));
}

function readPieces(pieces: readonly string[], manufacturers: readonly Manufacturer[]) {
  const meanings: Meaning[] = [];
  const manufacturerIds: string[] = [];
  const unknownWords: string[] = [];
  for (let index = 0; index < pieces.length; ) {
    const manufacturer = manufacturerAt(pieces, index, manufacturers);
    if (manufacturer) manufacturerIds.push(manufacturer.id);
    const piece = pieces[index] ?? '';
    const meaning = manufacturer ? null : meaningOf(piece);
    if (meaning) meanings.push(meaning);
    if (!manufacturer && !meaning) unknownWords.push(piece);
    index += manufacturer?.length ?? 1;
  }
  return { meanings, manufacturerIds: [...new Set(manufacturerIds)], unknownWords };
}

function manufacturerAt(pieces: readonly string[], index: number, manufacturers: readonly Manufacturer[]) {
  for (let length = Math.min(maxManufacturerPieces, pieces.length - index); length > 0; length -= 1) {
    const name = comparableName(pieces.slice(index, index + length).join(''));
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
  const named = meanings.filter((meaning) => meaning !== 'ignored' && meaning !== 'snow' && meaning !== 'runflat');
  const exact = named.find((meaning) => meaning !== 'winter');
  if (exact) return exact;
  if (named.length === 0 || season?.startsWith('winter')) return season;
  return 'winter_friction';
}
