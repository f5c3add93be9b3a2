import { useEffect, useRef, useState } from 'react';
import type { OrderView } from '../../../shop/order/order-view.ts';
import type { OrderKey } from '../../stores/orders.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Acknowledged } from './acknowledged.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { FormStep } from './form-step.tsx';
import type { Acknowledgement } from './send-declaration.ts';
import type { Declared, Fields } from './withdrawal-fields.ts';

type Props = { order: OrderView | null; orderKey: OrderKey };
type Step =
  | { name: 'form' }
  | { name: 'confirm'; declared: Declared }
  | { name: 'done'; declared: Declared; acknowledgement: Acknowledgement };

/** Who withdraws from what; the declaration, to be confirmed; that it has arrived. */
export function WithdrawalSteps({ order, orderKey }: Props) {
  const [step, setStep] = useState<Step>({ name: 'form' });
  const [fields, setFields] = useState<Fields>({
    number: order?.number ?? orderKey.number,
    name: order?.customer.name ?? '',
    email: order?.customer.email ?? '',
    scope: 'whole',
    counts: order?.items.map(() => '0') ?? [],
    note: '',
  });

  // Each step is read from its heading.
  const shown = useRef(step.name);
  useEffect(() => {
    if (shown.current === step.name) return;
    shown.current = step.name;
    scrollTo(0, 0);
    focusHeading();
  }, [step.name]);

  if (step.name === 'form') {
    const declare = (filled: Fields, declared: Declared) => {
      setFields(filled);
      setStep({ name: 'confirm', declared });
    };
    return <FormStep order={order} fields={fields} onDeclared={declare} />;
  }
  const { declared } = step;
  if (step.name === 'done') {
    return <Acknowledged order={order} declared={declared} acknowledgement={step.acknowledgement} />;
  }
  return (
    <ConfirmStep
      order={order}
      declared={declared}
      token={orderKey.token}
      onChange={() => setStep({ name: 'form' })}
      onConfirmed={(acknowledgement) => setStep({ name: 'done', declared, acknowledgement })}
    />
  );
}
