import { add, type Facts, owed, placeOf, promised, sum } from './facts.ts';

/** Derives the expected results from the facts of the day: for each subject, texts by name, in the format of compare.ts. */
export function expectations(facts: Facts): Record<string, Map<string, string>> {
  return {
    stock: stock(facts),
    orders: orders(facts),
    pieces: pieces(facts),
    appointments: appointments(facts),
    money: money(facts),
    refunds: refunds(facts),
    drawers: drawers(facts),
    transfers: transfers(facts),
    ...purchases(facts),
    ...mails(facts),
    banks: banks(facts),
  };
}

/** Numbers added up by name, as texts. */
function summed(entries: readonly (readonly [name: string, count: number])[]): Map<string, string> {
  const counts = new Map<string, number>();
  for (const [name, count] of entries) add(counts, name, count);
  return new Map([...counts].map(([name, count]) => [name, String(count)]));
}

function stock(facts: Facts): Map<string, string> {
  const counts = [facts.onHand, promised(facts, 'held'), promised(facts, 'sold'), owed(facts), facts.setApart];
  const names = ['on hand', 'held', 'sold', 'owed', 'set apart'];
  const texts = new Map<string, string>();
  for (const at of new Set(counts.flatMap((one) => [...one.keys()]))) {
    const values = counts.map((one) => one.get(at) ?? 0);
    if (sum(values) > 0) texts.set(at, values.map((value, index) => `${value} ${names[index]}`).join(', '));
  }
  return texts;
}

function orders({ orders }: Facts): Map<string, string> {
  return new Map(
    orders.map(({ number, channel, status, branch, total, paid, refunded, review }) => [
      number,
      `${channel} ${status} at ${branch}, ${paid} of ${total} paid, ${refunded} refunded, review ${review ?? 'none'}`,
    ]),
  );
}

function pieces({ orders }: Facts): Map<string, string> {
  const all = orders.flatMap((order) => order.pieces.map((piece) => ({ order, ...piece })));
  return summed(
    all.map(({ order, tire, place, state, count }) => [`${order.number} ${placeOf(tire, place)} ${state}`, count]),
  );
}

function appointments({ orders }: Facts): Map<string, string> {
  return new Map(
    orders.flatMap(({ number, appointments }) =>
      appointments.map(({ start, state }) => [`${number} at ${start.toISOString().slice(0, 16)}`, state]),
    ),
  );
}

function money({ money }: Facts): Map<string, string> {
  const groups = Map.groupBy(money, ({ kind, provider, tender }) => `${kind} ${provider} ${tender ?? 'no tender'}`);
  return new Map(
    [...groups].map(([name, entries]) => {
      const [cents, rounding] = [sum(entries.map((one) => one.cents)), sum(entries.map((one) => one.rounding))];
      return [name, `${entries.length} times, ${cents} cents, rounded by ${rounding}`];
    }),
  );
}

function refunds({ money }: Facts): Map<string, string> {
  const refunded = money.filter(({ kind }) => kind === 'refunded');
  const counts = summed(refunded.map(({ order, cents }) => [`${order.number} ${cents}`, 1]));
  return new Map([...counts].map(([name, count]) => [name, `succeeded ${count}`]));
}

function drawers({ drawers }: Facts): Map<string, string> {
  return new Map(
    [...drawers].map(([branch, { opening, moved, cash, counted }]) => [
      branch,
      `${opening + moved + cash} expected, ${counted} counted, ${cash} cash of orders`,
    ]),
  );
}

function transfers({ transfers }: Facts): Map<string, string> {
  return summed(
    transfers.map(({ order, tire, from, state, count }) => [
      `${order.number} ${tire} from ${from} to ${order.branch} ${state}`,
      count,
    ]),
  );
}

function purchases({ purchases }: Facts): Record<string, Map<string, string>> {
  const lines = new Map<string, string>();
  const parts: { name: string; count: number; received: number }[] = [];
  for (const [group, ofGroup] of Map.groupBy(purchases, ({ supplier, branch }) => `${supplier} for ${branch}`)) {
    for (const [index, purchase] of ofGroup.entries())
      for (const line of purchase.lines.filter(({ ordered }) => ordered > 0)) {
        const name = `${group} ${index + 1} ${line.tire}`;
        const { confirmed, received, wrong, damaged } = line;
        const open = line.ordered - confirmed;
        const counts = `${line.ordered} ordered, ${open} open, ${confirmed} confirmed, ${received} received`;
        lines.set(name, `${purchase.state}, ${counts}, ${wrong} wrong, ${damaged} damaged, ${line.owed} owed`);
        for (const { order, count, received } of line.parts)
          parts.push({ name: `${name} for ${order.number}`, count, received });
      }
  }
  const counts = summed(parts.map(({ name, count }) => [name, count]));
  const received = summed(parts.map(({ name, received }) => [name, received]));
  return {
    purchases: lines,
    'tires of purchases': new Map(
      [...counts].map(([name, count]) => [name, `${count}, ${received.get(name)} received`]),
    ),
  };
}

function mails({ mails }: Facts): Record<string, Map<string, string>> {
  const [toSuppliers, aboutOrders] = [mails.filter(isPurchase), mails.filter((mail) => !isPurchase(mail))];
  const sent = summed(aboutOrders.map(({ kind, to, number }) => [`${kind} to ${to} about ${number}`, 1]));
  return {
    mails: new Map([...sent].map(([name, count]) => [name, `${count} sent`])),
    'mails to suppliers': summed(toSuppliers.map(({ to }) => [to, 1])),
    'mail server': summed(mails.map(({ to }) => [to, 1])),
  };
}

const isPurchase = ({ kind }: Facts['mails'][number]) => kind === 'purchase';

function banks({ money }: Facts): Map<string, string> {
  const total = (bank: string, kind: string) =>
    sum(money.filter((one) => one.provider === bank && one.kind === kind).map(({ cents }) => cents));
  return new Map(
    ['montonio', 'stripe'].map((bank) => [bank, `${total(bank, 'paid')} paid, ${total(bank, 'refunded')} refunded`]),
  );
}
