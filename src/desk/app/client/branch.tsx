import { createContext, type ReactNode, useContext, useState } from 'react';
import { useSession } from './queries.ts';
import { readSetting, storeSetting } from './stored.ts';

const BranchContext = createContext<{ branch: string; setBranch: (id: string) => void }>({
  branch: '',
  setBranch: () => {},
});

/** `branch`: the id of the branch chosen on this device, otherwise the station's branch, otherwise the first branch. */
export const useBranch = () => useContext(BranchContext);

export function BranchProvider({ children }: { children: ReactNode }) {
  const { data: session } = useSession();
  const [chosen, setChosen] = useState(() => readSetting('branch'));
  const branchIds = session?.branches.map(({ id }) => id) ?? [];
  const candidates = [chosen, session?.station?.branch, branchIds[0]];
  const branch = candidates.find((id) => id && branchIds.includes(id)) ?? '';
  const setBranch = (id: string) => {
    storeSetting('branch', id);
    setChosen(id);
  };
  return <BranchContext value={{ branch, setBranch }}>{children}</BranchContext>;
}
