import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchAct, BranchOrder } from '../../shop/checkout/branch-order.server.ts';
import { formatMoney, toCents } from '../../shop/money.ts';
import type { BranchLink } from '../../shop/order/branch-link.server.ts';
import { BranchButton } from './branch-button.tsx';

/** All that the page wears; it loads nothing. */
export const style = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif}
body{max-width:40rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;margin:.5rem 0}
li,dd,p{overflow-wrap:anywhere}
dt{opacity:.75;margin-top:.5rem}dd{margin:0;font-weight:600}
form{margin:.75rem 0}
button{font:inherit;font-weight:600;min-height:3rem;width:100%;border-radius:.25rem;border:2px solid;padding:.5rem 1rem;cursor:pointer}
label{display:flex;gap:.5rem;align-items:center;min-height:2.75rem}
input{width:1.5rem;height:1.5rem}
.said{border:2px solid;padding:.75rem;font-weight:600}`;

type Props = { found: BranchOrder | null; link: BranchLink; said: string | null };

/** What a branch has to know of an order, and a button for each thing that it does with it. In Estonian. */
export function BranchPage({ found, link, said }: Props) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <html lang="et">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{found ? t('title', { number: link.order }) : t('gone')}</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: style }} />
      </head>
      <body>
        <main>
          {said && (
            <p className="said" role="status">
              {said}
            </p>
          )}
          {found ? <Order found={found} link={link} /> : <Gone />}
        </main>
      </body>
    </html>
  );
}

function Gone() {
  const t = translatorOf('ee', 'branchPage');
  return (
    <>
      <h1>{t('gone')}</h1>
      <p>{t('goneHelp')}</p>
    </>
  );
}

function Order({ found: { order, blocked }, link }: { found: BranchOrder; link: BranchLink }) {
  const t = translatorOf('ee', 'branchPage');
  const status = translatorOf('ee', 'orderStatus');
  const money = (euros: number) => formatMoney(toCents(euros), 'ee');
  const paid = order.payment.paid > order.payment.refunded;
  const acts = actsOf(order.status, paid, blocked);
  return (
    <>
      <h1>{t('title', { number: order.number })}</h1>
      {blocked && <p className="said">{t('blocked')}</p>}
      <dl>
        <dt>{t('status')}</dt>
        <dd>{status(order.status)}</dd>
        <dt>{t('money')}</dt>
        <dd>{paid ? t('isPaid', { amount: money(order.total) }) : t('toPay', { amount: money(order.total) })}</dd>
        <dt>{t('customer')}</dt>
        <dd>
          {order.customer.name}, {order.customer.phone}
          {order.plate && `, ${order.plate}`}
        </dd>
        {order.note && (
          <>
            <dt>{t('note')}</dt>
            <dd>{order.note}</dd>
          </>
        )}
      </dl>
      <ul>
        {order.items.map((item) => (
          <li key={item.id}>
            {item.count} × {item.title} {item.size}
          </li>
        ))}
      </ul>
      {acts.map((act) => (
        <BranchButton key={act} act={act} link={link} />
      ))}
      {acts.length === 0 && <p>{t('nothing')}</p>}
    </>
  );
}

/** What can be done now, in the order in which it is done. */
function actsOf(status: BranchOrder['order']['status'], paid: boolean, blocked: boolean): BranchAct[] {
  if (status === 'completed') return [];
  const closed = status === 'cancelled' || status === 'expired';
  const acts: BranchAct[] = [];
  if (!paid && !closed) acts.push('paid');
  if (status === 'confirmed' && !blocked) acts.push('ready');
  if (paid && !closed && !blocked) acts.push('completed');
  return closed ? acts : [...acts, 'cancelled'];
}
