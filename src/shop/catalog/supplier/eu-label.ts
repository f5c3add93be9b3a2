/** Null: missing or unclear. `unclearNames`: the names of the values that cannot be read; only `label` if the whole text cannot be read. */
export type LabelReading = {
  fuel: string | null;
  wet: string | null;
  noise_db: number | null;
  noise_class: string | null;
  unclearNames: string[];
};

const classes = 'ABCDE';
const noiseClasses = 'ABC';

/** Reads `c a b   72dB` or `e b 73`. The classes F and G and the waves `)))`, used before Regulation (EU) 2020/740, are unclear. */
export function readLabel(text: string): LabelReading {
  const label: LabelReading = { fuel: null, wet: null, noise_db: null, noise_class: null, unclearNames: [] };
  const parts = splitLabel(text);
  if (parts === null || repeatsValue(parts)) return { ...label, unclearNames: ['label'] };
  if (parts.length === 0) return label;
  const [fuel, wet] = parts;
  const noise = parts.slice(2);
  const hasBothClasses = mayBeClass(fuel) && mayBeClass(wet);
  if (!hasBothClasses) {
    // Only a single number, the noise, is clear: a single letter could be the fuel or the wet class.
    const decibels = parts.length === 1 ? readDecibels(parts) : null;
    return { ...label, noise_db: decibels, unclearNames: decibels === null ? ['label'] : [] };
  }
  const setValue = (name: 'fuel' | 'wet' | 'noise_class', part: string | undefined, allowed: string) => {
    if (part === undefined || part === unknownValue) return;
    if (isClassLetter(part) && allowed.includes(part)) label[name] = part;
    else label.unclearNames.push(name);
  };
  setValue('fuel', fuel, classes);
  setValue('wet', wet, classes);
  label.noise_db = readDecibels(noise);
  if (label.noise_db === null && noise.some(isNumber)) label.unclearNames.push('noise_db');
  const classOrWaves = noise.find((part) => isClassLetter(part) || isWaves(part));
  setValue('noise_class', classOrWaves, noiseClasses);
  return label;
}

const unknownValue = '-';

function splitLabel(text: string): string[] | null {
  if (text.length > 60) return null;
  const words = text
    .toUpperCase()
    // `72dB`
    .replace(/(\d)\s*DB(?![A-Z])/g, '$1 ')
    // `(72)`
    .replace(/\(\s*(\d+)\s*\)/g, ' $1 ')
    // `C-B-72`, but not `- B 72`
    .replace(/(?<=\S)[/,;|-](?=\S)/g, ' ')
    .replace(/[/,;|]/g, ' ')
    // `72B`, `72)))`, `B72` and `)))72`
    .replace(/(\d)(?=[A-G)])/g, '$1 ')
    .replace(/([A-G)])(?=\d)/g, '$1 ')
    .trim();
  const parts = words === '' ? [] : words.split(/\s+/);
  return parts.every((part) => isClassLetter(part) || isNumber(part) || isWaves(part) || part === unknownValue)
    ? parts
    : null;
}

function repeatsValue(parts: readonly string[]): boolean {
  const classCount = ['fuel', 'wet', 'noise_class'].length;
  return (
    parts.filter(isClassLetter).length > classCount ||
    parts.filter(isNumber).length > 1 ||
    parts.filter(isWaves).length > 1
  );
}

function mayBeClass(part: string | undefined): boolean {
  return part !== undefined && (isClassLetter(part) || part === unknownValue);
}

function isClassLetter(part: string): boolean {
  return /^[A-G]$/.test(part);
}

function isNumber(part: string): boolean {
  return /^\d{1,3}$/.test(part);
}

function isWaves(part: string): boolean {
  return /^\){1,3}$/.test(part);
}

function readDecibels(parts: string[]): number | null {
  const decibels = Number(parts.find(isNumber) ?? 0);
  return decibels >= 50 && decibels <= 90 ? decibels : null;
}
