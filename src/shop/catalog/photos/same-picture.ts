/** JPEG compression and scaling change up to this many of the 64 bits. */
const maxDifferentBits = 6;

/** Returns whether two dHashes (64 bits in hexadecimal) are of the same picture, even in other sizes or qualities. */
export function isSamePicture(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false;
  const differentBits = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  return differentBits.toString(2).replaceAll('0', '').length <= maxDifferentBits;
}
