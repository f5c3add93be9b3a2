import { expect, test } from 'vitest';
import { oneLine } from './mail.ts';

test.each([
  ['Mari\r\nBcc: all@example.com', 'Mari Bcc: all@example.com'],
  ['\u2028 Анна\u0000\u0085Õ ', 'Анна Õ'],
  ['txt.\u202Eexe', 'txt. exe'],
  ['Õie Šmidt-Žukova', 'Õie Šmidt-Žukova'],
])('turns %j into one line without control characters', (text, line) => expect(oneLine(text)).toBe(line));
