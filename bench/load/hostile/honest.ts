import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { answerJob } from '../../own-process.ts';
import { type Offered, type OfferJob, offer } from '../offer.ts';

/** `files`: paths that are asked for in turn, each `everyMs`, whatever the answers before were. */
export type HonestJob = OfferJob & { files: readonly string[]; everyMs: number; coding: string };

/** `ms`: until the last byte; `status`: null without a whole answer. */
export type Fetched = { path: string; status: number | null; ms: number; bytes: number };

export type Honest = { offered: Offered[]; files: Fetched[] };

/** Milliseconds after which a client gives up. */
export const patienceMs = 10_000;

/** An address of this machine, and of a client behind a proxy, that no visitor has. */
const [from, forwardedFor] = ['127.0.3.1', '198.51.101.1'];

/** Visitors, buyers and who reads feeds. */
answerJob(async (job: HonestJob): Promise<Honest> => {
  const [offered, files] = await Promise.all([offer(job), fetchFiles(job)]);
  return { offered, files };
});

async function fetchFiles({ address, files, everyMs, seconds, coding, proxied }: HonestJob): Promise<Fetched[]> {
  const headers = { 'accept-encoding': coding, ...(proxied && { 'x-forwarded-for': forwardedFor }) };
  const fetching: Promise<Fetched>[] = [];
  const began = performance.now();
  // The last of them ends within the time, too.
  for (let due = 0; due < seconds * 1_000 - everyMs / 2; due += everyMs) {
    await wait(Math.max(0, began + due - performance.now()));
    const path = files[fetching.length % files.length];
    if (path !== undefined) fetching.push(fetchFile(address, path, headers));
  }
  return Promise.all(fetching);
}

async function fetchFile(address: string, path: string, headers: Record<string, string>): Promise<Fetched> {
  const began = performance.now();
  let bytes = 0;
  let status: number | null = null;
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const request = get(address + path, { headers, agent: false, localAddress: from, signal });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    for await (const chunk of answer) bytes += chunk.length;
    status = answer.statusCode ?? null;
  } catch {
    // Refused, cut or too late: no whole answer.
  }
  return { path, status, ms: performance.now() - began, bytes };
}
