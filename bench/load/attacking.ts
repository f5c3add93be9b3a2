import { answerJob } from '../own-process.ts';
import { type Attacked, type AttackName, attack } from './attacks.ts';

export type AttackJob = { address: string; name: AttackName; seconds: number };

/** An attack in a process of its own. */
answerJob(({ address, name, seconds }: AttackJob): Promise<Attacked> => attack(new URL(address), name, seconds));
