import type { CSSProperties } from 'react';

/** Colours of the light theme. Each has a CSS class of the same name, to which `darkTheme` gives the dark colour. */
const light = {
  paper: '#faf8f4',
  sheet: '#ffffff',
  ink: '#1a1c1e',
  quiet: '#585b60',
  line: '#e2ded5',
};

const font = "'Golos Text', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Inline styles, because many mail programs ignore style sheets. */
export const style = {
  body: { margin: 0, padding: 0, backgroundColor: light.paper, color: light.ink, fontFamily: font, fontSize: 16 },
  paper: { backgroundColor: light.paper },
  sheet: { backgroundColor: light.sheet, maxWidth: 600, border: `1px solid ${light.line}`, textAlign: 'left' },
  logo: { color: light.ink, fontSize: 20, fontWeight: 700, letterSpacing: '-0.02em', lineHeight: '24px' },
  title: { color: light.ink, fontSize: 24, fontWeight: 700, lineHeight: '30px', margin: '0 0 16px' },
  heading: { color: light.ink, fontSize: 18, fontWeight: 600, lineHeight: '24px', margin: '28px 0 8px' },
  text: { color: light.ink, fontSize: 16, lineHeight: '24px', margin: '0 0 12px' },
  list: { color: light.ink, fontSize: 16, lineHeight: '24px', margin: '0 0 12px', paddingLeft: 24 },
  step: { margin: '0 0 8px' },
  unbroken: { whiteSpace: 'nowrap' },
  anyBreak: { overflowWrap: 'anywhere' },
  link: { color: light.ink, textDecoration: 'underline' },
  table: { width: '100%', borderCollapse: 'collapse', margin: '0 0 12px' },
  term: { color: light.quiet, fontSize: 16, lineHeight: '24px', padding: '4px 16px 4px 0', verticalAlign: 'top' },
  value: {
    color: light.ink,
    fontSize: 16,
    lineHeight: '24px',
    padding: '4px 0',
    verticalAlign: 'top',
    fontWeight: 600,
  },
  line: {
    borderTop: `1px solid ${light.line}`,
    padding: '10px 0',
    fontSize: 16,
    lineHeight: '22px',
    verticalAlign: 'top',
  },
  amount: { textAlign: 'right', whiteSpace: 'nowrap', paddingLeft: 16, fontVariantNumeric: 'tabular-nums' },
  quiet: { color: light.quiet, fontSize: 14, lineHeight: '20px' },
  button: { backgroundColor: '#ffcf1a', padding: '12px 24px', textAlign: 'center' },
  buttonLink: { color: '#1a1c1e', fontSize: 16, fontWeight: 600, lineHeight: '24px', textDecoration: 'none' },
  footer: { borderTop: `1px solid ${light.line}`, padding: '16px 24px 20px' },
} satisfies Record<string, CSSProperties>;

export const darkTheme = `
@media (prefers-color-scheme: dark) {
  .paper { background-color: #17191b !important; }
  .sheet { background-color: #1f2224 !important; border-color: #35393c !important; }
  .ink { color: #f1efe9 !important; }
  .quiet { color: #b0b2b0 !important; }
  .line { border-color: #35393c !important; }
}
`;
