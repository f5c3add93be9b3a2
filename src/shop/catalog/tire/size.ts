/** Width in mm, profile in % of the width (0: full profile, such as 195 R14C), rim diameter in inches. */
export type Size = { treadWidth: number; profile: number; diameter: number };

/** The text on a sidewall (ECE R30, R54). RF: run-flat; `commercial`: the C of van tires; `109/107`: single and twin fitting. */
export type Designation = Size & {
  construction: 'R' | 'ZR' | 'RF';
  commercial: boolean;
  loadIndex: string | null;
  speedIndex: string | null;
  extraLoad: boolean;
};

export type SizeRefusal = 'empty' | 'unreadable' | 'width' | 'profile' | 'diameter' | 'load-index';

export type SizeReading = { ok: true; value: Designation } | { ok: false; reason: SizeRefusal };

const designationPattern = new RegExp(
  [
    /^(?<width>\d{3})/,
    // `/55`, ` 55`, or `55` without a separator
    /(?:\s*[/\s-]\s*(?<profile>\d{2})|(?<joinedProfile>\d{2}))?/,
    // `R`, a space, or nothing
    /(?:\s*(?<construction>ZR|RF|R)\s*|\s*[/\s-]\s*|(?=\d))/,
    /(?<diameter>\d{2}(?:[.,]5)?)/,
    /\s*(?<commercial>C)?/,
    // `91V`, `109/107T`, `109 107 T`, `(94Y)`
    /(?:\s*(?<bracket>\()?(?<load>\d{2,3}(?:[/\s]\d{2,3})?)\s*(?<speed>[A-HJ-NP-WY])(?<close>\))?)?/,
    /(?<marks>(?:\s+(?:XL|EL|REINFORCED|REINF|SL|RF))*)$/,
  ]
    .map((part) => part.source)
    .join(''),
  'i',
);

/** Ranges of sizes built for road use (mm, %, inches). Other sizes are typing errors. */
const roadSizes = { width: [125, 455], profile: [20, 95], diameter: [10, 24.5] } as const;

/** Parses a size: `205/55 R16 91V XL`, `2055516`, `215/65 R16C 109/107T`, `195R14C`, `205/55 ZR16 (94Y)`. */
export function parseSize(text: string): SizeReading {
  const trimmed = text.trim().replace(/\s+/g, ' ');
  if (trimmed === '') return { ok: false, reason: 'empty' };
  const match = trimmed.length > 60 ? undefined : designationPattern.exec(trimmed)?.groups;
  if (!match || Boolean(match.bracket) !== Boolean(match.close)) return { ok: false, reason: 'unreadable' };

  const treadWidth = Number(match.width);
  const writtenProfile = match.profile ?? match.joinedProfile;
  const profile = Number(writtenProfile ?? 0);
  const diameter = Number(match.diameter?.replace(',', '.'));
  if (writtenProfile === undefined && !match.construction) return { ok: false, reason: 'unreadable' };
  if (!isBetween(treadWidth, roadSizes.width) || treadWidth % 5 !== 0) return { ok: false, reason: 'width' };
  if (writtenProfile !== undefined && (!isBetween(profile, roadSizes.profile) || profile % 5 !== 0)) {
    return { ok: false, reason: 'profile' };
  }
  if (!isBetween(diameter, roadSizes.diameter)) return { ok: false, reason: 'diameter' };
  const loads = match.load?.split(/[/\s]/);
  if (loads?.some((index) => Number(index) < 60 || Number(index) > 179)) {
    return { ok: false, reason: 'load-index' };
  }

  const speed = match.speed?.toUpperCase() ?? null;
  const speedInBrackets = speed && `(${speed})`;
  return {
    ok: true,
    value: {
      treadWidth,
      profile,
      diameter,
      construction: (match.construction?.toUpperCase() ?? 'R') as Designation['construction'],
      commercial: Boolean(match.commercial),
      loadIndex: loads?.join('/') ?? null,
      speedIndex: match.bracket ? speedInBrackets : speed,
      extraLoad: /XL|EL|REINF/i.test(match.marks ?? ''),
    },
  };
}

function isBetween(value: number, [min, max]: readonly [number, number]): boolean {
  return value >= min && value <= max;
}

/** Returns the text on the sidewall: `205/55 R16`, `195 R14C`, `245/40 ZR18`. */
export function sizeText(size: Size & { construction: string; commercial: boolean }): string {
  const width = size.profile === 0 ? `${size.treadWidth}` : `${size.treadWidth}/${size.profile}`;
  return `${width} ${size.construction}${size.diameter}${size.commercial ? 'C' : ''}`;
}

const latinOfCyrillic: Record<string, string> = { Р: 'R', С: 'C', Х: 'X', Т: 'T', Н: 'H', В: 'V' };

/** Width and profile before a diameter, with any separators: `205*55*16`, `205x55 R16`, `205.55.16`. */
const separatedSize = /^(\d{3})[/×X*\\|.,_–—\s-]+(\d{2})[/×X*\\|.,_–—\s-]*(?=Z?R?\s*\d)/;

/** A width before a construction, for a size without a profile: `195/R14`. */
const separatedWidth = /^(\d{3})\s?[/-]\s?(?=R\s?\d)/;

/** A size at the start of a text, followed by neither A-Z nor a digit. */
const leadingSize = /^\d{3}\D{0,3}\d{0,2}\D{0,4}\d{2}(?:[.,]5)?C?(?=[^A-Z\d]|$)/;

/** Parses a size typed by a visitor: as `parseSize`, but also with other separators, Cyrillic letters and text after it. */
export function parseTypedSize(text: string): SizeReading {
  const normalized = text
    .trim()
    // Without this, the pattern below takes quadratic time on a long run of spaces.
    .replace(/\s+/g, ' ')
    .toUpperCase()
    .replace(/[РСХТНВ]/g, (letter) => latinOfCyrillic[letter] ?? letter)
    .replace(separatedSize, '$1/$2 ')
    .replace(separatedWidth, '$1 ')
    .replace(/R\s?-\s?(?=\d\d)/, 'R');
  const reading = parseSize(normalized);
  const size = reading.ok ? null : leadingSize.exec(normalized)?.[0];
  return size ? parseSize(size) : reading;
}
