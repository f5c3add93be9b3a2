import { useConsent } from '../stores/consent.ts';
import { useStoredReady } from '../stores/stored.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { PageLink } from '../ui/page-link.tsx';
import { useTranslations } from '../words.tsx';

/** What else stands at the bottom of the screen stands above it: its height is `--cookie-banner`. */
function tellHeight(banner: HTMLElement | null) {
  if (!banner) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--cookie-banner', `${banner.offsetHeight}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--cookie-banner');
  };
}

/** Shows until accepted. Nothing waits for it: the shop keeps only what a visitor asks it to keep. */
export function CookieBanner() {
  const t = useTranslations('cookies');
  const { isCookieAccepted, accept } = useConsent();
  if (!useStoredReady() || isCookieAccepted) return null;
  return (
    <section
      ref={tellHeight}
      aria-label={t('title')}
      className="cookie-banner no-print border-t border-line bg-sheet py-3 shadow-[0_-4px_16px_rgb(0_0_0/0.12)]"
    >
      <div className="page-width flex items-center justify-between gap-x-6">
        <p className="max-w-[66ch] text-s">
          {t('text')}{' '}
          <PageLink to="faq-policy" className="underline">
            {t('policy')}
          </PageLink>
        </p>
        <button
          type="button"
          className="button"
          onClick={() => {
            accept();
            focusHeading();
          }}
        >
          {t('accept')}
        </button>
      </div>
    </section>
  );
}
