import { useSession } from '../../client/queries.ts';
import { useTexts } from '../../client/texts.tsx';
import { Choice } from '../choice.tsx';

type Props<Value> = { value: Value; onChange: (value: Value) => void };

/** `offersAll`: the value may also be empty, for all branches. */
export function BranchChoice({ offersAll = false, ...props }: Props<string> & { offersAll?: boolean }) {
  const t = useTexts('units');
  const { data: session } = useSession();
  const branches = (session?.branches ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const options = offersAll ? [{ value: '', label: t('allBranches') }, ...branches] : branches;
  return <Choice label={t('branch')} options={options} {...props} />;
}

export type Fulfilment = 'pickup' | 'fitting';

export function FulfilmentChoice(props: Props<Fulfilment>) {
  const t = useTexts('fulfilment');
  const options = (['pickup', 'fitting'] as const).map((value) => ({ value, label: t(value) }));
  return <Choice label={t('label')} options={options} {...props} />;
}
