const weights = [7, 3, 1] as const;

/**
 * Estonian reference number (viitenumber): the digits and their check digit by the 7-3-1 method, 2-20 digits in all.
 * 12131295 → 121312952. Throws on anything but 1-19 digits.
 */
export function referenceNumber(base: string): string {
  if (!/^\d{1,19}$/.test(base)) throw new RangeError('a reference number is made of 1-19 digits');
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return `${base}${(10 - (sum % 10)) % 10}`;
}
