/** Checks the registry code of an Estonian company: eight digits, the last one a check digit modulo 11. */
export function isRegistryCode(text: string): boolean {
  if (!/^\d{8}$/.test(text)) return false;
  const remainder = (weights: number[]) => weightedSum(text, weights) % 11;
  const firstRemainder = remainder([1, 2, 3, 4, 5, 6, 7]);
  const checkDigit = firstRemainder < 10 ? firstRemainder : remainder([3, 4, 5, 6, 7, 8, 9]) % 10;
  return checkDigit === Number(text[7]);
}

/** Checks an Estonian VAT number (KMKR): `EE` and nine digits, the last one a check digit modulo 10. */
export function isVatNumber(text: string): boolean {
  const digits = /^EE(\d{9})$/.exec(text)?.[1];
  if (digits === undefined) return false;
  const checkDigit = (10 - (weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10;
  return checkDigit === Number(digits[8]);
}

/** Checks an IBAN in capitals, with or without spaces (ISO 13616). An Estonian one has 20 characters. */
export function isIban(text: string): boolean {
  const iban = text.replaceAll(' ', '');
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false;
  if (iban.startsWith('EE') && iban.length !== 20) return false;
  const digits = (iban.slice(4) + iban.slice(0, 4)).replaceAll(/[A-Z]/g, (letter) => String(parseInt(letter, 36)));
  return BigInt(digits) % 97n === 1n;
}

/** Checks a GLN, the number of a party (GS1): 13 digits, the last one a check digit modulo 10. */
export function isGln(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  return weightedSum(text, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

function weightedSum(digits: string, weights: number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0);
}

/** Returns an IBAN in groups of four characters, as it is printed (ISO 13616). */
export function ibanInFours(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}
