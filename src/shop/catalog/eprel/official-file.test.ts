import { describe, expect, test } from 'vitest';
import { fakePdf, fakePng, fakeSvg } from '../../../suppliers-fake/eprel-files.ts';
import { eprelFileKind, maxFileBytes } from './official-file.ts';

const svg = (content: string, attributes = '') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`);
const shade = 9; // any; the same shade gives the same bytes
const png = fakePng(shade);
const widthOffset = 16;

function withWidth(file: Buffer, pixels: number): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt32BE(pixels, widthOffset);
  return changed;
}

test('tells the kind of a file by its bytes', () => {
  expect(eprelFileKind(png)).toBe('png');
  expect(eprelFileKind(Buffer.from(fakeSvg({ id: 1, lines: ['Tire & Co'] })))).toBe('svg');
  expect(eprelFileKind(Buffer.from(fakePdf('Sheet')))).toBe('pdf');
});

describe('an SVG', () => {
  test.each([
    ['references to its own parts', '<use href="#a"/><g fill="url(#b)"/><g clip-path="url(&quot;#c&quot;)"/>'],
    ['a style', '<style>text { font: 1px sans-serif }</style>'],
    ['an embedded picture', '<image href="data:image/png;base64,iVBORw0KGgo="/>'],
  ])('may have %s', (_, content) => {
    expect(eprelFileKind(svg(content))).toBe('svg');
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script with a prefix', '<svg:script>alert(1)</svg:script>'],
    ['an event handler', '<g onload="alert(1)"/>'],
    ['HTML', '<foreignObject><p>x</p></foreignObject>'],
    ['a picture from another host', '<image href="https://example.com/x.png"/>'],
    ['a link', '<a xlink:href=javascript:alert(1)><text>x</text></a>'],
    ['a style from another host', '<style>@import "https://example.com/x.css";</style>'],
    ['a font from another host', '<style>@font-face { src: url(https://example.com/x.woff2) }</style>'],
    ['a NUL', 'a\0b'],
  ])('with %s is refused', (_, content) => {
    expect(eprelFileKind(svg(content))).toBeNull();
  });

  test('with entities or a style sheet is refused', () => {
    for (const head of ['<!DOCTYPE svg [<!ENTITY a "b">]>', '<?xml-stylesheet href="https://example.com/x.css"?>'])
      expect(eprelFileKind(Buffer.from(`${head}${svg('<g/>')}`))).toBeNull();
  });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['HTML', Buffer.from('<!doctype html><html></html>')],
  ['a cut PNG', png.subarray(0, png.length - 1)],
  ['a PNG that is 60,000 pixels wide', withWidth(png, 60_000)],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex')],
  ['a cut PDF', Buffer.from(fakePdf('Sheet').slice(0, -8))],
  ['a cut SVG', svg('<g/>').subarray(0, -1)],
  ['a file that is too large', Buffer.concat([png.subarray(0, 40), Buffer.alloc(maxFileBytes), png.subarray(40)])],
])('refuses %s', (_, bytes) => {
  expect(eprelFileKind(bytes)).toBeNull();
});
