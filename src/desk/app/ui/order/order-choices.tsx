import { useSession } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Choice } from '../choice.tsx';

type Props<Value> = { value: Value; onChange: (value: Value) => void };

export function BranchChoice(props: Props<string>) {
  const t = useTexts('shell');
  const { data: session } = useSession();
  const options = (session?.branches ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return <Choice label={t('branch')} options={options} {...props} />;
}

export type Fulfilment = 'pickup' | 'fitting';

export function FulfilmentChoice(props: Props<Fulfilment>) {
  const t = useTexts('fulfilment');
  const options = (['pickup', 'fitting'] as const).map((value) => ({ value, label: t(value) }));
  return <Choice label={t('label')} options={options} {...props} />;
}
