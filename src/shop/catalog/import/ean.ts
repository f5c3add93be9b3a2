/** GTIN-8, UPC-A, EAN-13 and GTIN-14: the check digit makes the sum, weighted 3 and 1 from the right, a multiple of ten. */
export function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false;
  let sum = 0;
  for (let index = 0; index < text.length; index++) {
    const weight = (text.length - index) % 2 === 0 ? 3 : 1;
    sum += Number(text[index]) * weight;
  }
  return sum % 10 === 0;
}
