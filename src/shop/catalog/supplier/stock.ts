/**
 * A supplier's count of pieces as ours: `words` says what `>20`, `20+` or `yes` count as, `4.0` is 4. What is neither is
 * given back as it is, for the reader to refuse.
 */
export function readCount(text: string, words: Map<string, number>): string {
  const written = text.trim();
  const declared = words.get(written.toLowerCase());
  if (declared !== undefined) return String(declared);
  return written.replace(/^(\d+)[.,]0{1,2}$/, '$1');
}
