import { useTranslations } from 'use-intl';
import { useConsent } from '../client/stores/stored.ts';
import { focusHeading } from '../ui/focus-heading.ts';
import { PageLink } from '../ui/links.tsx';

/** Moves the compare bar above the banner, by a style sheet: a property of the root would restyle every element. */
function liftCompareBar(banner: HTMLElement | null) {
  if (!banner) return;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const observer = new ResizeObserver(() =>
    sheet.replaceSync(`.compare-bar { --cookie-banner: ${banner.offsetHeight}px }`),
  );
  observer.observe(banner);
  return () => observer.disconnect();
}

/** Before the first paint, hides an accepted banner, and lets a visitor accept before hydration. */
const earlyScript = `{const notice=document.currentScript.previousElementSibling;try{
if(localStorage.isCookieAccepted==="true")notice.hidden=true;
notice.querySelector("button").onclick=()=>{localStorage.isCookieAccepted=true;notice.hidden=true}
}catch{}}`;

export function CookieBanner() {
  const t = useTranslations('cookies');
  const { isCookieAccepted, accept } = useConsent();
  if (isCookieAccepted) return null;
  return (
    <>
      <section
        ref={liftCompareBar}
        aria-label={t('title')}
        className="cookie-banner no-print border-t border-line bg-sheet py-2 lg:m-4 lg:w-120 lg:rounded-sm lg:border"
        suppressHydrationWarning
      >
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-1 sm:max-lg:flex-nowrap lg:px-4">
          <p className="w-full text-s">{t('text')}</p>
          <PageLink to="faq-policy" className="inline-flex min-h-11 shrink-0 items-center text-s underline">
            {t('policy')}
          </PageLink>
          <button
            type="button"
            className="button shrink-0 whitespace-nowrap"
            onClick={() => {
              accept();
              focusHeading();
            }}
          >
            {t('accept')}
          </button>
        </div>
      </section>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script. The HTML from the server runs it, so React renders it empty in the browser */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? earlyScript : '' }} />
    </>
  );
}
