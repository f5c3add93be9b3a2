/** The load in kg of each load index from 60 to 164 (ECE R30, R54). */
const kgFrom60 = [
  250, 257, 265, 272, 280, 290, 300, 307, 315, 325, 335, 345, 355, 365, 375, 387, 400, 412, 425, 437, 450, 462, 475,
  487, 500, 515, 530, 545, 560, 580, 600, 615, 630, 650, 670, 690, 710, 730, 750, 775, 800, 825, 850, 875, 900, 925,
  950, 975, 1000, 1030, 1060, 1090, 1120, 1150, 1180, 1215, 1250, 1285, 1320, 1360, 1400, 1450, 1500, 1550, 1600, 1650,
  1700, 1750, 1800, 1850, 1900, 1950, 2000, 2060, 2120, 2180, 2240, 2300, 2360, 2430, 2500, 2575, 2650, 2725, 2800,
  2900, 3000, 3075, 3150, 3250, 3350, 3450, 3550, 3650, 3750, 3875, 4000, 4125, 4250, 4375, 4500, 4625, 4750, 4875,
  5000,
] as const;

/** The speed in km/h of each speed symbol (ECE R30). H is between U and V. */
const kmhBySymbol: Readonly<Record<string, number>> = {
  F: 80,
  G: 90,
  J: 100,
  K: 110,
  L: 120,
  M: 130,
  N: 140,
  P: 150,
  Q: 160,
  R: 170,
  S: 180,
  T: 190,
  U: 200,
  H: 210,
  V: 240,
  W: 270,
  Y: 300,
};

/** `91` → [615]; `109/107` (single and twin fitting) → [1030, 975]. Omits unknown indices. */
export function loadInKg(loadIndex: string): number[] {
  return loadIndex.split('/').flatMap((index) => kgFrom60[Number(index) - 60] ?? []);
}

/** Returns the first of two indices, that of single fitting: 109 of `109/107`. */
export function singleLoadIndex(loadIndex: string): number {
  return Number.parseInt(loadIndex, 10);
}

/** `allowsMore`: the tire allows even more than this speed, as `(Y)` does. Null: unknown symbol. */
export function speedInKmh(symbol: string): { kmh: number; allowsMore: boolean } | null {
  const isInBrackets = symbol.startsWith('(');
  const letter = isInBrackets ? symbol.slice(1, -1) : symbol;
  const kmh = Object.hasOwn(kmhBySymbol, letter) ? kmhBySymbol[letter] : undefined;
  return kmh === undefined ? null : { kmh, allowsMore: isInBrackets };
}

/** The indices of car tires, which the FAQ lists: load from 60 to 126, speed from J (100 km/h). */
export const loadTable = kgFrom60.slice(0, 126 - 60 + 1).map((kg, i) => ({ index: i + 60, kg }));
export const speedTable = Object.entries(kmhBySymbol)
  .filter(([, kmh]) => kmh >= 100)
  .map(([symbol, kmh]) => ({ symbol, kmh }));
