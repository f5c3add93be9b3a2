/** Tenfold, so that neighbours in the list do not get neighbouring numbers; odd and not a multiple of 5: no two collide. */
const step = 7_368_787;

/** EAN-13 of prefix 20, kept by GS1 for use inside a shop: it can be nobody's real product. */
export function eanOf(number: number): string {
  const digits = `20${String((number * step) % 10_000_000_000).padStart(10, '0')}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
