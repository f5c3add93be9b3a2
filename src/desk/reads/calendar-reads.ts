import { z } from 'zod';
import { calendarDay } from '../../shop/desk/calendar/calendar.server.ts';
import { calendarWeek, freeTimesForWork, freeTimesToMove } from '../../shop/desk/calendar/calendar-week.server.ts';
import { branch } from '../acts/fields.ts';
import { jobFields } from '../acts/fitting-acts.ts';
import { type DeskRead, deskRead } from '../read.ts';

const day = z.iso.date();

export const calendarReads: readonly DeskRead[] = [
  deskRead({
    path: '/api/calendar',
    act: 'see-branch-work',
    isSameForEverybody: true,
    query: z.object({ branch, day: day.optional() }),
    read: ({ shop }, { branch, day }) => calendarDay(shop, branch, day),
  }),
  deskRead({
    path: '/api/calendar/week',
    act: 'see-branch-work',
    isSameForEverybody: true,
    query: z.object({ branch, day: day.optional() }),
    read: ({ shop }, { branch, day }) => calendarWeek(shop, branch, day),
  }),
  deskRead({
    path: '/api/calendar/starts',
    act: 'see-branch-work',
    query: z.object({ branch, ...jobFields, runFlat: z.stringbool().default(false), from: day.optional() }),
    read: ({ shop }, { branch, from, minutes, ...work }) =>
      freeTimesForWork(shop, { branch, work, minutes, firstDay: from }),
  }),
  deskRead({
    path: '/api/calendar/starts/:id',
    act: 'see-branch-work',
    query: z.object({ id: z.uuid(), branch: branch.optional(), from: day.optional() }),
    read: ({ shop }, { id, branch, from }) => freeTimesToMove(shop, id, { branch, firstDay: from }),
  }),
];
