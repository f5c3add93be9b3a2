import { create } from 'zustand';
import { randomAlphanumerics } from './stored.ts';

export type Notification = {
  id: string;
  text: string;
  link?: { to: string; label: string };
};

type NotificationStore = {
  notifications: readonly Notification[];
  notify: (notification: Omit<Notification, 'id'>) => void;
  close: (id: string) => void;
};

/** A further notification closes the oldest, because more would cover the page. */
const maxShown = 3;

export const useNotifications = create<NotificationStore>()((set) => ({
  notifications: [],
  notify: (notification) =>
    set(({ notifications }) => ({
      notifications: [...notifications, { id: randomAlphanumerics(10), ...notification }].slice(-maxShown),
    })),
  close: (id) => set(({ notifications }) => ({ notifications: notifications.filter((shown) => shown.id !== id) })),
}));
