import { remembering } from '../import/remember.ts';
import { parseSize } from '../size.ts';

/**
 * Parts `205/55R16 94T XL FR` into the size that the shop reads, `205/55R16 94T XL`, and the marks behind it, `FR`. A text
 * that does not begin with a size is given back whole.
 */
export const sizeAndMarks: (text: string) => { size: string; marks: string } = remembering((text: string) => {
  const words = text.slice(0, 200).trim().split(/\s+/);
  for (let count = words.length; count > 0; count--) {
    const size = words.slice(0, count).join(' ');
    const reading = parseSize(size);
    if (reading.ok && reading.value.speedIndex !== null) return { size, marks: words.slice(count).join(' ') };
  }
  return { size: text, marks: '' };
});
