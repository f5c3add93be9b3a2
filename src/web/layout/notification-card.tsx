import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Notification, useNotifications } from '../client/stores/notifications.ts';
import { pageKey } from '../sitemap.ts';
import { cross, Icon } from '../ui/icons.tsx';

/** Section 9 of the specification. */
const lifetimeMs = 4000;

export function NotificationCard({ notification: { id, text, link } }: { notification: Notification }) {
  const t = useTranslations('notification');
  const close = useNotifications((store) => store.close);
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (card.current?.parentElement) placeStack(card.current.parentElement);
  }, []);

  const page = pageKey(useLocation());
  const openedOn = useRef(page);
  useEffect(() => {
    if (openedOn.current !== page) close(id);
  }, [id, close, page]);

  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => close(id), lifetimeMs);
    return () => clearTimeout(timer);
  }, [id, close, isPaused]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events only pause the timer
    <div
      ref={card}
      data-notification={id}
      className="notification pointer-events-auto flex w-full max-w-lg items-center gap-3 rounded-sm bg-ink ps-4 text-s text-paper"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className="my-1.5 min-w-0 grow max-sm:line-clamp-2">{text}</p>
      {link && (
        <Link
          to={link.to}
          discover="none"
          className="flex min-h-11 shrink-0 items-center font-semibold underline outline-current"
          onClick={() => close(id)}
        >
          {link.label}
        </Link>
      )}
      <button
        type="button"
        className="grid size-11 shrink-0 place-items-center outline-current"
        aria-label={t('close')}
        onClick={() => close(id)}
      >
        <Icon shape={cross} size={18} />
      </button>
    </div>
  );
}

const gapPx = 8;

/** Puts the stack below the header if that is in view, or below the focused element that it would cover. */
function placeStack(stack: HTMLElement): void {
  const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  stack.style.top = `${Math.max(0, header) + gapPx}px`;
  const focused = document.activeElement;
  const card = stack.lastElementChild?.getBoundingClientRect();
  if (!card || !focused || focused === document.body || stack.contains(focused)) return;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const isCovered = bottom > 0 && top < card.bottom && right > card.left && left < card.right;
  if (isCovered) stack.style.top = `${bottom + gapPx}px`;
}
