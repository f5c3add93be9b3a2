import { type SizeRefusal, typedSize } from '../tire/size.ts';
import { type KnownIds, type ListState, listToUrl } from './filter.ts';
import { cyrillicBrands, type Word, wordOf } from './search-words.ts';

export type SearchTextResult = { ok: true; list: ListState; unread: string } | { ok: false; reason: SizeRefusal };

/** Longer texts are cut, which bounds the time of parsing. */
const maxLength = 200;
const maxSizePieces = 8;
const maxBrandPieces = 3;

/** Parses `naast 205/55 R16 Nokian` into the filters of `list`. Without a size in the text, the list's size stays. `unread`: unknown words. */
export function parseSearchText(text: string, list: ListState, manufacturers: readonly Brand[]): SearchTextResult {
  const written = text.trim().slice(0, maxLength).replace(/\s+/g, ' ');
  const sizeStart = /\d{3}/.exec(written)?.index ?? written.length;
  const [beforeSize, fromSize] = [written.slice(0, sizeStart), written.slice(sizeStart)];
  const size = sizeAtStart(fromSize);
  const refusal = size || (fromSize === '' && written !== '') ? null : typedSize(fromSize);
  if (refusal && !refusal.ok) return refusal;
  const pieces = piecesOf(beforeSize).concat(size?.rest ?? []);
  const { words, brands, unread } = readPieces(pieces, manufacturers);
  if (!size && words.length + brands.length === 0) return { ok: false, reason: 'unreadable' };
  const [manufacturer = list.filter.manufacturer, ...others] = brands;
  const marks = words.flatMap((word) => (word === 'runflat' || word === 'snow' ? [[word, true]] : []));
  return {
    ok: true,
    unread: unread.join(' '),
    list: {
      ...list,
      page: 1,
      filter: { ...list.filter, ...size?.size, season: seasonFrom(words, list), manufacturer },
      more: {
        ...list.more,
        ...Object.fromEntries(marks),
        manufacturers: brands.length > 0 ? others : list.more.manufacturers,
      },
    },
  };
}

export function parsedListToUrl({ list, unread }: { list: ListState; unread: string }): string {
  return listToUrl(list) + (unread && `&${new URLSearchParams({ unread })}`);
}

type Brand = KnownIds['manufacturers'][number] & { label: string };

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

function readPieces(pieces: readonly string[], manufacturers: readonly Brand[]) {
  const words: Word[] = [];
  const brands: string[] = [];
  const unread: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    const brand = brandAt(pieces, at, manufacturers);
    if (brand) brands.push(brand.id);
    const piece = pieces[at] ?? '';
    const word = brand ? null : wordOf(piece);
    if (word) words.push(word);
    if (!brand && !word) unread.push(piece);
    at += brand?.length ?? 1;
  }
  return { words, brands: [...new Set(brands)], unread };
}

function brandAt(pieces: readonly string[], at: number, manufacturers: readonly Brand[]) {
  for (let length = Math.min(maxBrandPieces, pieces.length - at); length > 0; length -= 1) {
    const name = plain(pieces.slice(at, at + length).join(''));
    const latinName = cyrillicBrands[name] ?? name;
    const brand = manufacturers.find(({ id, label }) => latinName === plain(label) || latinName === plain(id));
    if (brand) return { id: brand.id, length };
  }
  return null;
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');
}

/** `winter` alone keeps the list's winter season. */
function seasonFrom(words: readonly Word[], { filter: { season } }: ListState): ListState['filter']['season'] {
  const named = words.flatMap((word) => (word === 'ignored' || word === 'snow' || word === 'runflat' ? [] : [word]));
  const exact = named.find((word) => word !== 'winter');
  if (exact) return exact;
  if (named.length === 0 || season?.startsWith('winter')) return season;
  return 'winter_friction';
}
