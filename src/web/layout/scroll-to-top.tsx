import { useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import { focusHeading } from '../ui/focus-heading.ts';
import { arrowUp, Icon } from '../ui/icons.tsx';

/** Pixels scrolled beyond which the button shows (specification, section 9). */
const threshold = 400;

export function ScrollToTop() {
  const t = useTranslations('shell');
  const scrolled = useSyncExternalStore(
    followScroll,
    () => scrollY > threshold,
    () => false,
  );
  if (!scrolled) return null;
  return (
    <button
      type="button"
      aria-label={t('toTop')}
      className="to-top no-print absolute end-4 bottom-full mb-4 grid size-12 place-items-center rounded-full border border-edge bg-sheet hover:border-ink"
      onClick={() => {
        scrollTo({ top: 0, behavior: calm() ? 'instant' : 'smooth' });
        focusHeading();
      }}
    >
      <Icon shape={arrowUp} size={22} />
    </button>
  );
}

function followScroll(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true });
  return () => removeEventListener('scroll', changed);
}

function calm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
