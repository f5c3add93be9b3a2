import { create } from 'zustand';
import { randomAlphanumerics } from './random-text.ts';

/** A short message at the top of the page. `to` is a path of the shop, with its language. */
export type Notification = {
  /** 10 random characters. */
  id: string;
  text: string;
  link?: { to: string; label: string };
};

type NotificationStore = {
  notifications: readonly Notification[];
  notify: (notification: Omit<Notification, 'id'>) => void;
  close: (id: string) => void;
};

/** What is being said, oldest first. Nothing that a visitor needs is said here alone. */
export const useNotifications = create<NotificationStore>()((set) => ({
  notifications: [],
  notify: (notification) =>
    set(({ notifications }) => ({
      notifications: [...notifications, { id: randomAlphanumerics(10), ...notification }],
    })),
  close: (id) => set(({ notifications }) => ({ notifications: notifications.filter((known) => known.id !== id) })),
}));
