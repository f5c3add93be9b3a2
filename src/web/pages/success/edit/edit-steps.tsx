import { useEffect, useEffectEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl';
import { withinSentence } from '../../../../shop/locale.ts';
import { formatMoney, toCents } from '../../../../shop/money.ts';
import type { OrderView } from '../../../../shop/order/order-view.ts';
import type { ApiError } from '../../../client/api-client.ts';
import type { OrderKey } from '../../../client/stores/stored.ts';
import { usePageContext } from '../../../document/page-context.tsx';
import { useBranchPhone } from '../../../ui/branch.tsx';
import { useDayAndTime } from '../../../ui/day-and-time.ts';
import { useDayText, useShopLocale } from '../../../ui/locale.ts';
import { EditForm } from './edit-form.tsx';
import { type ChangePreview, useEdit } from './use-edit.ts';

type EditStepsProps = { order: OrderView; orderKey: OrderKey; onChanged: () => void };

export function EditSteps({ order, orderKey, onChanged }: EditStepsProps) {
  const t = useTranslations('success.edit');
  const edit = useEdit(orderKey);
  const checkIsChangeable = useEffectEvent(() => void edit.checkIsChangeable());
  useEffect(() => checkIsChangeable(), []);
  const needsACall = edit.refusal !== null && codesThatNeedACall.includes(edit.refusal.code);

  // A new key resets the form when the order has changed meanwhile. Otherwise the form would undo that change.
  const { items, branch, fulfilment, plate, customer, company, note } = order;
  const formKey = JSON.stringify([items, branch, fulfilment, plate, customer, company, note]);

  const alertBox = useRef<HTMLDivElement>(null);
  const formBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (edit.refusal) alertBox.current?.focus();
  }, [edit.refusal]);

  async function confirm() {
    if (await edit.confirm()) onChanged();
  }

  function goBack() {
    flushSync(edit.back);
    formBox.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  }

  return (
    <>
      <div ref={alertBox} role="alert" tabIndex={-1} className="empty:hidden">
        {edit.refusal && <EditRefusal error={edit.refusal} branchId={order.branch} />}
      </div>
      {!needsACall && (
        <>
          <div ref={formBox} hidden={edit.previewed !== null}>
            <p className="mt-2 max-w-[60ch]">{t('intro')}</p>
            <EditForm key={formKey} order={order} edit={edit} />
          </div>
          {edit.previewed && (
            <Preview
              change={edit.previewed.change}
              isBusy={edit.isBusy}
              onConfirm={() => void confirm()}
              onBack={goBack}
            />
          )}
        </>
      )}
    </>
  );
}

function tireChangeKey(before: number, after: number) {
  if (before === 0) return 'added';
  return after === 0 ? 'removed' : 'count';
}

const codesThatNeedACall = ['ask-branch', 'review', 'too-many-changes', 'too-late', 'payment-underway'];

type PreviewProps = { change: ChangePreview; isBusy: boolean; onConfirm: () => void; onBack: () => void };

const takeFocus = (heading: HTMLElement | null) => heading?.focus();

function Preview({ change, isBusy, onConfirm, onBack }: PreviewProps) {
  const t = useTranslations('success.edit');
  const tChange = useTranslations('success.edit.changes');
  const tField = useTranslations('success.edit.field');
  const tFitting = useTranslations('fittingTime');
  const locale = useShopLocale();
  const dayText = useDayText();
  const dayAndTime = useDayAndTime();
  const { branches } = usePageContext().shopConfig;
  const {
    tires,
    branch,
    fulfilment,
    fields,
    total,
    refund,
    missing,
    promisedOn,
    freesFitting: freedFittingAt,
    fittingPrice,
  } = change;
  const money = (euros: number) => formatMoney(toCents(euros), locale);
  const fittingMoney = (euros: number | null) => (euros === null ? tFitting('priceAtBranch') : money(euros));
  const branchName = (id: string) => branches.find((candidate) => candidate.id === id)?.name ?? id;
  const fieldLabels = fields.map((name) => withinSentence(tField(name === 'company' ? 'companyName' : name)));
  // Used only if a fitting time is lost. Then the order was for fitting, and stays so unless the change has another fulfilment.
  const fulfilmentAfter = fulfilment?.after ?? 'fitting';
  const days = { before: dayText(promisedOn.before), after: dayText(promisedOn.after) };
  const totals = { before: money(total.before), after: money(total.after) };
  return (
    <section aria-labelledby="edit-preview" className="mt-4 border-s-4 border-edge bg-sheet p-5">
      <h3 ref={takeFocus} id="edit-preview" tabIndex={-1} className="text-l font-semibold outline-none">
        {t('summary')}
      </h3>
      <ul className="mt-2 list-disc space-y-1 ps-5">
        {tires.map(({ id, title, size, before, after }) => (
          <li key={id}>{tChange(tireChangeKey(before, after), { tire: `${title} ${size}`, before, after })}</li>
        ))}
        {branch && <li>{tChange('branch', { before: branchName(branch.before), after: branchName(branch.after) })}</li>}
        {fulfilment && <li>{tChange('fulfilment', { after: fulfilment.after })}</li>}
        {fieldLabels.length > 0 && <li>{tChange('fields', { fields: fieldLabels.join(', ') })}</li>}
        <li>{days.before === days.after ? t('sameDay', days) : t('day', days)}</li>
      </ul>
      <p className="mt-3 text-l font-semibold">
        {total.before === total.after ? t('sameTotal', totals) : t('newTotal', totals)}
      </p>
      {freedFittingAt && (
        <p className="mt-2 max-w-[60ch] font-semibold">
          {t('freesTime', { fulfilment: fulfilmentAfter, ...dayAndTime(freedFittingAt) })}
        </p>
      )}
      {fittingPrice && (
        <p className="mt-2 max-w-[60ch] font-semibold">
          {t('fittingPrice', { before: fittingMoney(fittingPrice.before), after: fittingMoney(fittingPrice.after) })}
        </p>
      )}
      {refund > 0 && <p className="mt-2 max-w-[60ch]">{t('refund', { amount: money(refund) })}</p>}
      {missing > 0 && <p className="mt-2 max-w-[60ch]">{t('missing', { amount: money(missing) })}</p>}
      <p className="mt-5 flex flex-wrap gap-3">
        <button type="button" disabled={isBusy} className="button button-signal min-h-14" onClick={onConfirm}>
          {t(isBusy ? 'busy' : 'confirm')}
        </button>
        <button type="button" disabled={isBusy} className="button min-h-14" onClick={onBack}>
          {t('back')}
        </button>
      </p>
    </section>
  );
}

const codesWithText = [
  'ask-branch',
  'changed',
  'out-of-stock',
  'price-changed',
  'last-tires',
  'unchanged',
  'payment-underway',
  'review',
  'too-many-changes',
  'too-many-open-orders',
  'validation',
  'too-late',
  'too-many-requests',
] as const;

function EditRefusal({ error, branchId }: { error: ApiError; branchId: string }) {
  const t = useTranslations('success.edit.refusal');
  const tEdit = useTranslations('success.edit');
  const phone = useBranchPhone(branchId);
  const messageKey = codesWithText.find((code) => code === error.code) ?? 'fault';
  const labelKeys = new Set((error.problem.errors ?? []).map(({ path }) => labelKeyOf(path)));
  const fieldLabels = [...labelKeys].map((key) => withinSentence(tEdit(key)));
  return (
    <p className="mt-2 max-w-[60ch] border-s-4 border-bad bg-sheet p-4">
      {t(messageKey, { phone, fields: fieldLabels.join(', ') })}
    </p>
  );
}

const fieldNames = ['name', 'email', 'phone', 'plate', 'note', 'regCode', 'vatNumber', 'address'] as const;

/** `path`: of an error of the API. Returns the message key of its field's label. Fields of tires share one label. */
function labelKeyOf(path: string) {
  if (path === 'company.name') return 'field.companyName';
  if (path === 'branch' || path === 'fulfilment') return path;
  const name = fieldNames.find((candidate) => candidate === path.split('.').at(-1));
  return name ? (`field.${name}` as const) : 'tire';
}
