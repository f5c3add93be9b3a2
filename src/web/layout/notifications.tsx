import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { type Notification, useNotifications } from '../client/stores/notifications.ts';
import { cross, Icon } from '../ui/icons.tsx';

/** Milliseconds that a notification stays (specification, section 9). */
const lifetimeMs = 4000;

export function Notifications() {
  const t = useTranslations('notification');
  const notifications = useNotifications((store) => store.notifications);
  return (
    <section
      aria-label={t('region')}
      aria-live="polite"
      className="no-print pointer-events-none fixed inset-x-0 top-2 z-30 grid justify-items-center gap-2 px-4"
    >
      {notifications.map((notification) => (
        <NotificationCard key={notification.id} notification={notification} />
      ))}
    </section>
  );
}

function NotificationCard({ notification: { id, text, link } }: { notification: Notification }) {
  const t = useTranslations('notification');
  const close = useNotifications((store) => store.close);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const waiting = pointed || focused;

  useEffect(() => {
    if (waiting) return;
    const timer = setTimeout(() => close(id), lifetimeMs);
    return () => clearTimeout(timer);
  }, [id, close, waiting]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only waits while it is read
    <div
      data-notification={id}
      className="notification pointer-events-auto flex w-full max-w-lg items-center gap-3 rounded-sm bg-ink ps-4 text-paper"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className="min-w-0 grow py-3">{text}</p>
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
