import { render, toPlainText } from '@react-email/render';
import type { ReactElement } from 'react';
import { withSafeWords } from '../buyers-words.ts';
import { isForBranch, type Letter } from '../letter.ts';
import { bodies } from '../letters/bodies.ts';
import type { Words } from '../words.ts';
import { Layout } from './layout.tsx';

/** A letter as HTML and as plain text. */
export function renderLetter(letter: Letter, words: Words, title: string): Promise<{ html: string; text: string }> {
  const Body = bodies[letter.kind];
  return bothTexts(
    <Layout words={words} facts={letter.facts} title={title} toBranch={isForBranch(letter.kind)}>
      <Body letter={withSafeWords(letter)} words={words} />
    </Layout>,
  );
}

/** A whole page as HTML and as plain text that says the same. */
export async function bothTexts(page: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(page);
  const text = toPlainText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: '.cell', format: 'inline' },
      { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
    ],
  });
  return { html, text };
}
