import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Messages = { [key: string]: string | Messages };

/** Long texts: the server has them, the browser gets one page's texts with that page (see web/build/payload). */
const pageTexts = ['faq', 'faqBuy', 'faqPolicy', 'faqWarranty', 'faqAccessibility'];

/** Words that one page alone uses, or the dialog of the label: the browser gets them by `ee.json?words=product`, beside that code. */
const pageWords: Record<string, string[]> = {
  product: ['product', 'units', 'labelDialog'],
  label: ['labelDialog'],
  compare: ['comparison', 'units'],
  order: ['order', 'refusal', 'validation', 'payment'],
  success: ['success', 'transfer', 'orderStatus', 'payment'],
  withdrawal: ['withdrawal', 'validation'],
};

/** Words that only the server speaks: no browser gets them. */
const serverWords = ['letter', 'branchPage', 'feed', 'ownerAlert', 'overloaded', 'badRequest', 'notFound', 'away'];

/** Compiles the ICU messages of `src/messages/*.json` at build time, so that no parser runs in the browser. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /src\/messages\/\w+\.json(?:\?words=\w+)?$/ },
      handler(code, id) {
        const messages = JSON.parse(code) as Messages;
        const page = id.split('?words=')[1];
        const elsewhere =
          this.environment.name === 'client' ? [...serverWords, ...pageTexts, ...Object.values(pageWords).flat()] : [];
        for (const key of Object.keys(messages)) {
          const wanted = page ? pageWords[page]?.includes(key) : !elsewhere.includes(key);
          if (!wanted) delete messages[key];
        }
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
