/** `BFGoodrich g-Force Winter2` → `bfgoodrich-g-force-winter2`: lower-case ASCII words, or empty if the text has none. */
export function slug(text: string): string {
  const ascii = /^[ -~]*$/.test(text) ? text : withoutAccents(text);
  return ascii
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøØæÆłŁđĐ]/g, (letter) => asciiLetters[letter] ?? '');
}

// Letters that NFKD does not decompose.
const asciiLetters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
};
