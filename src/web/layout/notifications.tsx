import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNotifications } from '../client/stores/notifications.ts';
import { useCart } from '../client/stores/stored.ts';

export function Notifications() {
  const t = useTranslations('notification');
  const notifications = useNotifications((store) => store.notifications);
  const notify = useNotifications((store) => store.notify);
  const invalidItemNames = useCart((store) => store.invalidItemNames);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per read of the stored cart
  useEffect(() => {
    if (invalidItemNames.length > 0) notify({ text: t('leftOut', { names: invalidItemNames.join(', ') }) });
  }, [invalidItemNames]);

  // The first view shows no card, so the code of cards is imported after it.
  const [cardModule, setCardModule] = useState<typeof import('./notification-card.tsx') | null>(null);
  useEffect(() => {
    void import('./notification-card.tsx').then(setCardModule, console.warn);
  }, []);
  return (
    <section
      aria-label={t('region')}
      aria-live="polite"
      className="no-print pointer-events-none fixed inset-x-0 top-2 z-30 grid justify-items-center gap-2 px-4"
    >
      {cardModule &&
        notifications.map((notification) => (
          <cardModule.NotificationCard key={notification.id} notification={notification} />
        ))}
    </section>
  );
}
