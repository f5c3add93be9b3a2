import { describe, expect, test } from 'vitest';
import { mailOf, withAppointment } from '../../test/support/orders/mails.ts';
import type { MailContent, MailKind } from './mail.ts';
import { writeMail } from './write-mail.tsx';

async function textOf(kind: MailKind, changes: Partial<MailContent> = {}): Promise<string> {
  return (await writeMail(mailOf(kind, 'ee', changes))).text.replace(/[\u00A0\u202F]/g, ' ');
}

describe('a mail about an order with an appointment', () => {
  const friday = 'reede, 27. november, kell 09:00';
  const booked = withAppointment({}, { paymentMethod: 'pay_at_branch' });

  test.each(['placed', 'paid', 'ready', 'changed'] as const)(
    '(%s) says when the appointment is, and does not promise a phone call',
    async (kind) => {
      const text = await textOf(kind, { ...booked, next: { type: 'none' } });
      expect(text).toContain(`Aeg: ${friday}`);
      expect(text).toContain('Hind: 78,00 €, maksate filiaalis');
      expect(text).toContain('Muuda või tühista aeg https://rehvipood.example/fitting');
      expect(text).not.toMatch(/[Hh]elistame Teile/);
    },
  );

  test('asks for payment in time so that the buyer keeps the appointment, or says that tires are paid at the branch', async () => {
    const unpaid = withAppointment({}, { status: 'awaiting_payment', awaitsBuyer: true });
    const text = await textOf('placed', unpaid);
    expect(text).toContain('Aeg jääb Teile, kui maksate tellimuse eest tähtajaks.');
    expect(text).not.toContain('Rehvide eest maksate filiaalis');
    expect(await textOf('placed', booked)).toContain('Rehvide eest maksate filiaalis: 628,10 €.');
  });

  test('says that the price is agreed at the branch if it is not known, and that a stored set will be ready', async () => {
    const text = await textOf('fitting-reminder', withAppointment({ price_cents: null, storage: true }));
    expect(text).toContain('Hind: lepime kokku filiaalis');
    expect(text).toContain('Hoiul oleva komplekti paneme Teile valmis.');
  });

  test('about ready tires after a cancelled or missed appointment has a link to choose again', async () => {
    for (const state of ['freed', 'missed'] as const) {
      const freed_because = state === 'freed' ? 'buyer' : null;
      const text = await textOf('ready', withAppointment({ state, freed_because }, { status: 'ready' }));
      expect(text).toContain('Vali uus aeg https://rehvipood.example/fitting');
      expect(text).toContain('Helistame Teile');
      expect(text).not.toContain(friday);
    }
  });

  test.each([
    ['buyer', 'Tühistasite paigalduse aja'],
    ['desk', 'Filiaal tühistas'],
    ['late', 'Rehvid ei jõua filiaali paigalduse ajaks'],
    ['changed', 'Pärast tellimuse muutmist'],
    ['expired', 'Makse laekus pärast tähtaega'],
    ['closed', 'Makse laekus pärast tähtaega'],
  ] as const)('about a cancelled appointment says why (%s), and how to choose again', async (freed_because, reason) => {
    const text = await textOf('fitting-freed', withAppointment({ state: 'freed', freed_because }));
    expect(text).toContain(reason);
    expect(text).toContain(friday);
    expect(text).toContain('Vali uus aeg https://rehvipood.example/fitting');
  });

  test('about a delay says that the appointment stays, or that a new one can be chosen once the new day is known', async () => {
    const stays = await textOf('delayed', withAppointment());
    expect(stays).toContain(`Paigalduse aeg ei muutu: ${friday}.`);
    const freed = withAppointment({ state: 'freed', freed_because: 'late' });
    const text = await textOf('delayed', { ...freed, delay: { promisedOn: '2026-11-26', expectedOn: null } });
    expect(text).toContain(`Seepärast pidime tühistama ka paigalduse aja: ${friday}.`);
    expect(text).toContain('kui rehvide saabumise päev on teada');
    expect(text).not.toContain('Vali uus aeg');
  });

  test('about a delay does not mention an appointment that a change of the order has cancelled', async () => {
    const freed = withAppointment({ state: 'freed', freed_because: 'changed' });
    expect(await textOf('delayed', freed)).not.toContain('paigalduse aja');
  });

  test('about a change that removes the fitting says that the appointment is cancelled, and does not ask to choose again', async () => {
    const pickup = withAppointment(
      { state: 'freed', freed_because: 'changed' },
      { fulfilment: 'pickup', fitting: null },
    );
    const text = await textOf('changed', pickup);
    expect(text).toContain(`enam ei sobi ja me tühistasime selle: ${friday}.`);
    expect(text).not.toContain('Vali uus aeg');
  });

  test('about a missed appointment asks to choose again only if the order still includes fitting', async () => {
    const chooseAgain = 'Valige palun uus aeg';
    expect(await textOf('fitting-missed')).toContain(chooseAgain);
    const pickup = withAppointment({ state: 'missed' }, { fulfilment: 'pickup', fitting: null });
    const text = await textOf('fitting-missed', pickup);
    expect(text).toContain(friday);
    expect(text).not.toContain(chooseAgain);
  });

  test('about an earlier free time also names the time of the present appointment', async () => {
    const text = await textOf('fitting-earlier');
    expect(text).toContain('Vabanes varasem paigalduse aeg: neljapäev, 26. november, kell 14:00.');
    expect(text).toContain(`Teie praegune aeg: ${friday}.`);
  });

  test('to the branch names the appointment', async () => {
    expect(await textOf('branch-order', booked)).toContain(`Paigalduse aeg: ${friday}`);
  });
});
