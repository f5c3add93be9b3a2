import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { runJobOfParent } from '../../own-process.ts';
import { type LoadJob, type StreamResult, sendLoad } from '../clients/send-load.ts';

/** `files`: paths requested in turn, one each `everyMs`, independent of earlier answers. */
export type LegitimateJob = LoadJob & { files: readonly string[]; everyMs: number; coding: string };

export type FetchResult = {
  path: string;
  /** Null without a complete answer. */
  status: number | null;
  /** Time from the request to the last byte. */
  ms: number;
  bytes: number;
};

export type LegitimateResult = { streams: StreamResult[]; files: FetchResult[] };

export const timeoutMs = 10_000;

/** Local and forwarded address of the feed reader, different from those of visitors. */
const [from, forwardedFor] = ['127.0.3.1', '198.51.101.1'];

/** Runs visitors, buyers and a feed reader. */
runJobOfParent(async (job: LegitimateJob): Promise<LegitimateResult> => {
  const [streams, files] = await Promise.all([sendLoad(job), fetchFiles(job)]);
  return { streams, files };
});

async function fetchFiles({
  address,
  files,
  everyMs,
  seconds,
  coding,
  proxied,
}: LegitimateJob): Promise<FetchResult[]> {
  const headers = { 'accept-encoding': coding, ...(proxied && { 'x-forwarded-for': forwardedFor }) };
  const fetching: Promise<FetchResult>[] = [];
  const began = performance.now();
  for (let due = 0; due < seconds * 1_000 - everyMs / 2; due += everyMs) {
    await wait(Math.max(0, began + due - performance.now()));
    const path = files[fetching.length % files.length];
    if (path !== undefined) fetching.push(fetchFile(address, path, headers));
  }
  return Promise.all(fetching);
}

async function fetchFile(address: string, path: string, headers: Record<string, string>): Promise<FetchResult> {
  const began = performance.now();
  let bytes = 0;
  let status: number | null = null;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = get(address + path, { headers, agent: false, localAddress: from, signal });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    for await (const chunk of answer) bytes += chunk.length;
    status = answer.statusCode ?? null;
  } catch {
    // Refused, cut or timed out: no complete answer.
  }
  return { path, status, ms: performance.now() - began, bytes };
}
