import { useSession } from '../client/queries.ts';
import { useTexts } from '../client/texts.tsx';
import { Choice } from './choice.tsx';

export function BranchFilter({ value, onChange }: { value: string; onChange: (branch: string) => void }) {
  const t = useTexts('units');
  const { data: session } = useSession();
  const branches = (session?.branches ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Choice
      label={t('branch')}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: t('allBranches') }, ...branches]}
    />
  );
}
