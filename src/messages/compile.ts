import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Messages = { [key: string]: string | Messages };

/** Long texts: the server has them, the browser gets one page's texts with that page (see web/build/payload). */
const pageTexts = ['faq', 'faqBuy', 'faqPolicy', 'faqWarranty', 'faqAccessibility'];

/** Compiles the ICU messages of `src/messages/*.json` at build time, so that no parser runs in the browser. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/messages\/\w+\.json$/ },
      handler(code) {
        const messages = JSON.parse(code) as Messages;
        if (this.environment.name === 'client') for (const key of pageTexts) delete messages[key];
        return { code: `export default ${JSON.stringify(compileAll(messages))}`, map: null, moduleType: 'js' };
      },
    },
  };
}

function compileAll(messages: Messages): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileAll(value),
    ]),
  );
}
