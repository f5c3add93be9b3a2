import { answerJob } from '../own-process.ts';
import { offer } from './offer.ts';

/** The load in a process of its own, so that who asks does not wait for who measures. */
answerJob(offer);
