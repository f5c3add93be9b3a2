import type { Page } from 'playwright-core';

/** What people read or hear of a page: its texts, and what stands in attributes for them. Each as `where: text`. */
export function visibleWords(page: Page): Promise<{ where: string; text: string }[]> {
  return page.evaluate(() => {
    const found: { where: string; text: string }[] = [];
    const add = (where: string, text: string | null) => {
      if (text?.trim()) found.push({ where, text });
    };
    add('title', document.title);
    const told = 'meta[name=description], meta[property="og:title"], meta[property="og:description"]';
    for (const meta of document.querySelectorAll(`${told}, meta[property="og:image:alt"]`)) {
      add(meta.getAttribute('name') ?? meta.getAttribute('property') ?? '', meta.getAttribute('content'));
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Element) fromElement(node);
      else if (!node.parentElement?.closest('script, style, noscript')) {
        add(`<${node.parentElement?.localName}>`, node.textContent);
      }
    }
    return found;

    function fromElement(element: Element) {
      const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext'];
      for (const name of [...attributes, 'title', 'alt', 'placeholder', 'label']) {
        add(`<${element.localName} ${name}>`, element.getAttribute(name));
      }
      for (const part of ['::before', '::after']) {
        const { content } = getComputedStyle(element, part);
        if (content.startsWith('"')) add(`<${element.localName}>${part}`, content);
      }
      if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type)) {
        add('<input value>', element.value);
      }
    }
  });
}
