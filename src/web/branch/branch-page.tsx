import { translatorOf } from '../../messages/translator.server.ts';
import type { BranchAct, BranchLink, BranchOrder } from '../../shop/checkout/desk/branch-order.server.ts';
import { formatMoney, toCents } from '../../shop/money.ts';
import type { OrderView } from '../../shop/order/order-view.ts';
import { withoutHidden } from '../../shop/plain-text.ts';

type Props = { found: BranchOrder | null; link: BranchLink; said: string | null };

/** An order as its branch sees it, with a button for each possible act. In Estonian. */
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
        <style dangerouslySetInnerHTML={{ __html: branchStyle }} />
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
  const { word, amount, returned } = moneyForBranch(order);
  const acts = actsOf(order.status, paid, blocked);
  return (
    <>
      <h1>{t('title', { number: order.number })}</h1>
      {blocked && <p className="said">{t('blocked')}</p>}
      <dl>
        <dt>{t('status')}</dt>
        <dd>{status(order.status)}</dd>
        <dt>{t('money')}</dt>
        <dd>{t(word, { amount: money(amount), returned: money(returned) })}</dd>
        <dt>{t('customer')}</dt>
        <dd>
          {withoutHidden(order.customer.name)}
          {order.plate && `, ${order.plate}`}
          <br />
          {order.customer.phone ? (
            <a href={`tel:${order.customer.phone.replaceAll(' ', '')}`}>{order.customer.phone}</a>
          ) : (
            t('erased')
          )}
        </dd>
        {order.note && (
          <>
            <dt>{t('note')}</dt>
            <dd>{withoutHidden(order.note)}</dd>
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
      {acts.map((act, n) => (
        <BranchButton key={act} act={act} link={link} first={n === 0} />
      ))}
      {acts.length === 0 && <p>{t('nothing')}</p>}
    </>
  );
}

function actsOf(status: BranchOrder['order']['status'], paid: boolean, blocked: boolean): BranchAct[] {
  if (status === 'completed') return [];
  const closed = status === 'cancelled' || status === 'expired';
  const acts: BranchAct[] = [];
  if (status === 'confirmed' && !blocked) acts.push('ready');
  if (!paid && !closed) acts.push('paid');
  if (paid && !closed && !blocked) acts.push('completed');
  return closed ? acts : [...acts, 'cancelled'];
}

/** A form with one button. Cancelling stands apart and needs a tick. */
function BranchButton({ act, link, first }: { act: BranchAct; link: BranchLink; first: boolean }) {
  const t = translatorOf('ee', 'branchPage');
  return (
    <form method="post" action="/branch" className={act === 'cancelled' ? 'cancel' : first ? 'first' : undefined}>
      {Object.entries(link).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {act === 'cancelled' && (
        <label>
          <input type="checkbox" required /> {t('sure')}
        </label>
      )}
      <button type="submit" name="act" value={act}>
        {t(`act.${act}`)}
      </button>
    </form>
  );
}

type Money = Pick<OrderView, 'status' | 'total' | 'payment'>;
type MoneyWord = 'toPay' | 'notPaid' | 'isPaid' | 'partReturned' | 'returned';

/** The payment state of an order in a message key and the amounts that the message may name. */
export function moneyForBranch(order: Money) {
  const { paid, refunded } = order.payment;
  return { word: wordFor(order), amount: paid > 0 ? paid : order.total, returned: refunded };
}

function wordFor({ status, payment: { paid, refunded } }: Money): MoneyWord {
  if (paid === 0) return status === 'cancelled' || status === 'expired' ? 'notPaid' : 'toPay';
  if (refunded === 0) return 'isPaid';
  return refunded < paid ? 'partReturned' : 'returned';
}

export const branchStyle = `:root{color-scheme:light dark;font:1.0625rem/1.5 system-ui,sans-serif;--paper:#faf9f6;--sheet:#fff;--ink:#1a1c1e;--quiet:#5b6166;--line:#dcdad4;--edge:#85898d}
@media (prefers-color-scheme:dark){:root{--paper:#141618;--sheet:#1e2124;--ink:#f2f1ee;--quiet:#a9aeb3;--line:#34383c;--edge:#85898d}}
body{margin:0;background:var(--paper);color:var(--ink)}
main{max-width:34rem;margin:0 auto;padding:1rem 1rem 3rem}
h1{font-size:1.625rem;line-height:1.2;letter-spacing:-.01em;margin:.75rem 0 1rem}
dl,ul,.said{background:var(--sheet);border:1px solid var(--line);border-radius:.25rem;margin:0 0 1rem;padding:.75rem 1rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.375rem 1.25rem}
dt{color:var(--quiet)}dd{margin:0;font-weight:600}
li,dd,p{overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
ul{list-style:none}li+li{border-top:1px solid var(--line);margin-top:.5rem;padding-top:.5rem}
form{margin:.75rem 0}
.cancel{border-top:1px solid var(--line);margin-top:2rem;padding-top:1rem}
button{font:inherit;font-weight:600;min-height:3.25rem;width:100%;border-radius:.25rem;border:1px solid var(--edge);background:var(--sheet);color:var(--ink);padding:.5rem 1rem;cursor:pointer}
form.first button{background:#ffcf1a;border-color:#ffcf1a;color:#1a1c1e}
:focus-visible{outline:3px solid;outline-offset:2px}
a{color:inherit;white-space:nowrap}
label{display:flex;gap:.75rem;align-items:center;min-height:2.75rem;margin-bottom:.25rem}
input{width:1.5rem;height:1.5rem;accent-color:#1a1c1e}
.said{border:2px solid var(--ink);font-weight:600}`;
