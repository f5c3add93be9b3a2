import { memo } from 'react';
import { pageAt } from '../sitemap.ts';
import criticalCss from '../styles/first-view.css?inline';
import fonts from '../styles/fonts.css?inline';

const criticalCssId = 'first-view';

/** Whether this document contains its critical CSS (the styles of its first view), so that its style sheet does not delay the first paint. Only documents of the tire list do. */
export function embedsCriticalCss(pathname: string): boolean {
  return import.meta.env.SSR
    ? import.meta.env.PROD && pageAt(pathname) === 'index'
    : embeddedStyles().id === criticalCssId;
}

let embedded: { id: string; css: string } | undefined;

/** Returns the `<style>` that the server wrote, kept because React renders the document again after a fatal error, and the content security policy allows no other text. */
function embeddedStyles() {
  const element = document.querySelector('style');
  embedded ??= { id: element?.id ?? '', css: element?.textContent ?? '' };
  return embedded;
}

/** The only declaration of the fonts. If the style sheet declared them again, the text would shift when it loads. */
export const FirstStyles = memo(function FirstStyles({ withCriticalCss }: { withCriticalCss: boolean }) {
  const css = import.meta.env.SSR ? fonts + (withCriticalCss ? criticalCss : '') : embeddedStyles().css;
  return (
    <style
      id={withCriticalCss ? criticalCssId : undefined}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: styles of our own
      dangerouslySetInnerHTML={{ __html: css }}
    />
  );
});
