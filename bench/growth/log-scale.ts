/** From a range of values, above 0, to a range of pixels, by the logarithm. */
export function logScale([low, high]: [number, number], [from, to]: [number, number]): (value: number) => number {
  const span = Math.log(high / low);
  return (value) => from + (Math.log(value / low) / span) * (to - from);
}

/** The powers of ten that reach around these values. */
export function decadesAround(values: readonly number[]): [number, number] {
  const low = 10 ** Math.floor(Math.log10(Math.min(...values)));
  const high = 10 ** Math.ceil(Math.log10(Math.max(...values)));
  return [low, high === low ? low * 10 : high];
}

/** The powers of ten of a range. */
export function decades([low, high]: [number, number]): number[] {
  const from = Math.round(Math.log10(low));
  return Array.from({ length: Math.round(Math.log10(high)) - from + 1 }, (_, step) => 10 ** (from + step));
}

/** Where an axis that begins and ends with its values is marked: the powers of ten within, and its end. */
export function ticksWithin([low, high]: [number, number]): number[] {
  const tens = decades(decadesAround([low, high])).filter((value) => value >= low && value < high);
  return [...tens, high];
}
