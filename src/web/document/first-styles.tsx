import { memo } from 'react';
import { pageAt } from '../sitemap.ts';
import criticalCss from '../styles/first-view.css?inline';
import fonts from '../styles/fonts.css?inline';

const criticalCssId = 'first-view';

/** Whether the document contains its critical CSS (the styles of the first view). Only the tire list's does. */
export function embedsCriticalCss(pathname: string): boolean {
  return import.meta.env.SSR
    ? import.meta.env.PROD && pageAt(pathname) === 'index'
    : embeddedStyles().id === criticalCssId;
}

let embedded: { id: string; css: string } | undefined;

/** Returns the server's `<style>`: React renders it again after a fatal error, and the policy allows no other text. */
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
