import type { Chance } from './chance.ts';

/** A text that no response may contain unescaped, in markup or in a header. */
export const marker = `<zq7"'>`;

const split = (text: string) => text.split(' ');

const markup = [
  marker,
  `"><script>zq7</script>${marker}`,
  `</script></style></textarea>-->${marker}`,
  `]]>${marker}`,
  `' onload=${marker}`,
  `javascript:${marker}`,
];

/** Properties that every object inherits. */
const names = split('__proto__ constructor prototype toString hasOwnProperty then $where length');

const numbers = [
  ...split('null undefined true NaN Infinity -Infinity -0 0 -1 1.5 1,5 1e21 1e308 1e309 0x10 2147483648 -2147483649'),
  ...split('9007199254740993 9223372036854775808 99999999999999999999999'),
  '1'.repeat(400),
];

const letters = [
  ...split('٣ １６ ² ½ e\u0301\u0301\u0301 \u202Ekcab\u202C 😀 ﷺ İ ß ﬃ Ⅷ'),
  // Lone surrogates and noncharacters.
  ...['\uD83D', '\uDE00\uD83D', '\uFEFF', '\uFFFD', '\uFFFF'],
  ...['\0', 'a\0b', '\u0007', '\u007f', '\u0085', '\u2028', '\u00a0', 'a\tb', 'ç\u0327'.repeat(60)],
];

const paths = [
  ...split(
    '../../../../etc/passwd ..\\..\\..\\windows ..%2f..%2fetc%2fpasswd %2e%2e/%2e%2e/ %00 %zz % %252e%252e%252f',
  ),
  ...split(
    '%c0%ae%c0%ae/ . .. / // //evil.zq7.example /\\evil.zq7.example https://evil.zq7.example/ \\\\evil.zq7.example',
  ),
  ...split('@evil.zq7.example data:text/html,zq7'),
];

const statements = [
  `' or 1=1 --`,
  `'; drop table orders; --`,
  ...split(`\\' %'or'% _ $1 \\ {1,2} a'||pg_sleep(9)||'`),
  ...split('#{7*7} {{7*7}} {0} {name} <%=1%> =1+1 +1 @x |id `id` $(id) (?<a> [ ] (a+)+$ *'),
];

const lineBreaks = [
  'a\r\nx-zq7: 1',
  'a\nSet-Cookie: zq7=1',
  'a\rb',
  `\r\n\r\n${marker}`,
  'a@b.ee\r\nBcc: zq7@evil.example',
  '"<zq7\\"\'>"@example.com',
];

const lengths = [
  ...['', ' ', 'x'.repeat(61), 'x'.repeat(255), 'x'.repeat(1001), 'x'.repeat(6000), '😀'.repeat(127)],
  ...['('.repeat(2000), '/'.repeat(3000), ' '.repeat(5000), '-'.repeat(3000), `205 55${' '.repeat(5000)}!`],
];

/** Texts that look like order numbers, ids and sizes. */
const almostValid = split(
  'R26-4F7K2 r26-4f7k2 R26-ILOUI 00000000-0000-0000-0000-000000000000 205/55R16 31x10.50R15 2055516',
);

const kinds = [markup, markup, names, numbers, letters, paths, statements, lineBreaks, lengths, almostValid];

/** A hostile text; sometimes two, one after the other. */
export function oddText(chance: Chance): string {
  const text = chance.pick(chance.pick(kinds));
  return chance.happens(0.12) ? `${text}${chance.pick(chance.pick(kinds))}`.slice(0, 7000) : text;
}
