import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { allCalls, contract } from '@kabinet/contract';
import type { Call } from '@kabinet/contract/kernel/call/call';
import { OPERATOR_ROLES } from '@kabinet/contract/kernel/call/staff-call';
import { staffCalls } from '@kabinet/contract/staff';
import { verifyLedger } from '#server/domain/money/ledger/verify.ts';
import { UNBOUNDED } from '#server/http/api/problems.ts';
import { cloneDatabase, dropDatabase, TEMPLATES } from '../test/database/database.ts';
import { newToken, openPortal, PUBLIC_URL, type TestPortal } from '../test/portal/open-portal.ts';
import { OPEN } from '../test/portal/payment-agents.ts';
import { cookieOf, staffToken } from '../test/portal/staff.ts';
import { brokenQueries } from '../simulator/invariants.ts';
import { ADDRESSES } from './addresses.ts';
import { edgesOf, type RefusedValues } from './edges.ts';
import { faultOfAddress, faultOfCall, type ReplyFault } from './judge.ts';
import { SeenValues } from './known.ts';
import { fuzzRaw } from './raw.ts';
import { requestOf } from './requests.ts';
import { CONTRACTS, type WireRequest, type RequestSender } from './wire.ts';

export interface FuzzRound {
  readonly seed: number;
  /** Requests per call, and per other address. */
  readonly times: number;
}

export interface FuzzReport {
  readonly requests: number;
  /** How often each status was returned. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Failures, with the request that reproduces each. */
  readonly faults: readonly string[];
}

/** Sends every call and every other address valid and invalid input, and raw bytes, on a separate portal. */
export async function fuzz(server: string, { seed, times }: FuzzRound): Promise<FuzzReport> {
  const url = await cloneDatabase(server, TEMPLATES.demo);
  const heard: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void heard.push(line) });
  const portal = await openPortal(url, { agents: OPEN, log });
  try {
    return await new Fuzzer(portal, heard).run(seed, times);
  } finally {
    await portal.close();
    await dropDatabase(server, url);
  }
}

/** For each request per call so many raw ones. */
const RAW_TIMES = 20;
const DAY_MS = 86_400_000;

const title = (call: Call) => `${call.method} ${call.path}`;
const faultText = (what: string, fault: string, sent: WireRequest | undefined) =>
  `${what}: ${fault}\n  ${JSON.stringify(sent)}`;

class Fuzzer {
  readonly #portal: TestPortal;
  readonly #heard: string[];
  readonly #common = new SeenValues();
  readonly #known = new Map<RequestSender, SeenValues>(
    CONTRACTS.map((contract) => [contract, new SeenValues(this.#common)]),
  );
  readonly #tokens = new Map<RequestSender, string>();
  readonly #statuses = new Map<number, number>();
  readonly #refused: RefusedValues = new Set();
  #requests = 0;

  constructor(portal: TestPortal, heard: string[]) {
    this.#portal = portal;
    this.#heard = heard;
  }

  async run(seed: number, times: number): Promise<FuzzReport> {
    // Mailboxes of the demo have more room than their plan, so it breaks one rule of the simulator.
    const before = (await brokenQueries(this.#portal)).map(ruleOf);
    const faults = await this.#lookAround();
    // The parts of a batch are calls that are tested themselves.
    for (const call of allCalls) if (call !== contract.byDefault.index) faults.push(...(await this.#edges(call)));
    for (const call of allCalls) {
      const judge = (sent: WireRequest) => this.#call(call, sent);
      faults.push(...(await this.#try(title(call), requestOf(call, this.#knownOf), judge, { seed, numRuns: times })));
    }
    // The edges find most of what there is, and there are many of these calls.
    faults.push(...(await this.#staff({ seed, numRuns: Math.ceil(times / 4) })));
    for (const [name, requests] of Object.entries(ADDRESSES)) {
      const judge = (sent: WireRequest) => this.#address(sent);
      faults.push(...(await this.#try(name, requests(this.#common), judge, { seed, numRuns: times })));
    }
    const raw = await fuzzRaw(this.#portal, { seed, times: times * RAW_TIMES });
    this.#requests += raw.requests;
    for (const [status, count] of raw.statuses) this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + count);
    faults.push(...raw.faults, ...(await this.#endOfDay(before)));
    return { requests: this.#requests, statuses: this.#statuses, faults };
  }

  /** The calls of the staff, by a person in all roles: whatever she sends, too. */
  async #staff(run: { readonly seed: number; readonly numRuns: number }): Promise<string[]> {
    const faults: string[] = [];
    for (const call of staffCalls) {
      const requests = requestOf(call, this.#knownOf, fc.constant('staff'));
      faults.push(...(await this.#edges(call, 'staff')));
      faults.push(...(await this.#try(title(call), requests, (sent) => this.#call(call, sent), run)));
    }
    return faults;
  }

  /** Tries every field of a call with every edge value; stops at the first fault. */
  async #edges(call: Call, who: RequestSender = CONTRACTS[0]): Promise<string[]> {
    for (const sent of edgesOf(call, who, this.#knownOf(who), this.#refused)) {
      const fault = await this.#call(call, sent);
      if (fault !== undefined) return [faultText(`an edge of ${title(call)}`, fault, sent)];
    }
    return [];
  }

  readonly #knownOf = (who: RequestSender): SeenValues => this.#known.get(who) ?? this.#common;

  /** Reads the screens of each contract. */
  async #lookAround(): Promise<string[]> {
    const faults: string[] = [];
    const reads = allCalls.filter(({ method }) => method === 'GET');
    for (const who of CONTRACTS) {
      for (const call of [contract.user.list, ...reads]) {
        const requests = requestOf(call, this.#knownOf, fc.constant(who));
        faults.push(
          ...(await this.#try(`a look at ${call.path}`, requests, (sent) => this.#call(call, sent), {
            seed: who,
            numRuns: 1,
          })),
        );
      }
    }
    return faults;
  }

  async #try(
    what: string,
    requests: fc.Arbitrary<WireRequest>,
    judge: (sent: WireRequest) => Promise<ReplyFault>,
    run: { readonly seed: number; readonly numRuns: number },
  ): Promise<string[]> {
    const property = fc.asyncProperty(requests, async (sent) => {
      const fault = await judge(sent);
      if (fault !== undefined) throw new Error(fault);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, run);
    if (!failed) return [];
    return [faultText(what, String((errorInstance as Error | null)?.message), counterexample?.[0])];
  }

  async #call(call: Call, sent: WireRequest): Promise<ReplyFault> {
    const reply = await this.#send(sent);
    const fault = this.#noise() ?? faultOfCall(call, reply);
    return (
      fault ?? (call === contract.document.link && reply.statusCode === 200 ? this.#open(reply.json()) : undefined)
    );
  }

  async #address(sent: WireRequest): Promise<ReplyFault> {
    const reply = await this.#send(sent);
    return this.#noise() ?? faultOfAddress(reply);
  }

  /** Opens the document of an issued link. */
  async #open({ url }: { url: string }): Promise<ReplyFault> {
    const reply = await this.#portal.inject({
      method: 'POST',
      url: '/lk/document',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URL(url).search.slice(1),
    });
    return (
      this.#noise() ??
      (reply.statusCode === 200 && reply.body !== '' ? undefined : `a link that answers ${reply.statusCode}`)
    );
  }

  async #send({ who, method, url, headers, payload }: WireRequest) {
    this.#requests += 1;
    const reply = await this.#portal.inject({
      method,
      url,
      headers: { ...headers, ...(await this.#authorization(who)) },
      ...(payload !== undefined && { payload }),
    });
    this.#statuses.set(reply.statusCode, (this.#statuses.get(reply.statusCode) ?? 0) + 1);
    // A previous request may have ended the session: the next one starts another.
    if (reply.statusCode === 401) this.#tokens.delete(who);
    if (reply.statusCode === 200 && isJson(reply)) this.#knownOf(who).learn(reply.json());
    return reply;
  }

  async #authorization(who: RequestSender): Promise<Record<string, string>> {
    if (typeof who === 'object') return { ...who };
    if (who === 'nobody') return {};
    if (who === 'staff') return cookieOf(await this.#staffToken());
    const token = this.#tokens.get(who) ?? (await newToken(this.#portal.pool, who, this.#portal.clock.now()));
    this.#tokens.set(who, token);
    return { authorization: `Bearer ${token}` };
  }

  async #staffToken(): Promise<string> {
    const token = this.#tokens.get('staff') ?? (await staffToken(this.#portal, ...OPERATOR_ROLES));
    this.#tokens.set('staff', token);
    return token;
  }

  /** What must not be in the log: an error, or a value that a schema should have bounded. */
  #noise(): ReplyFault {
    const lines = this.#heard.splice(0).filter((line) => isNoise(JSON.parse(line) as Line));
    return lines.length === 0 ? undefined : `it was logged: ${lines.join('\n')}`;
  }

  /** Runs the jobs and a day's charges, then checks the ledger. */
  async #endOfDay(before: readonly string[]): Promise<string[]> {
    await this.#portal.work();
    this.#portal.clock.advance(DAY_MS);
    await this.#portal.work();
    const broken = (await brokenQueries(this.#portal)).filter((rule) => !before.includes(ruleOf(rule)));
    const findings = await this.#portal.world.db.read(verifyLedger);
    const noise = this.#noise();
    return [
      ...broken,
      ...findings.map((finding) => `the ledger: ${JSON.stringify(finding)}`),
      ...(noise === undefined ? [] : [noise]),
    ];
  }
}

/** The rule without the rows that break it: requests may change these. */
const ruleOf = (broken: string): string => broken.slice(0, broken.indexOf(': ['));

const isJson = ({ headers, body }: LightMyRequestResponse): boolean =>
  body !== '' && String(headers['content-type']).includes('json');

interface Line {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message: string };
}

const ERROR = 50;

/** The sandbox bank notifies the portal at its public address, where nothing listens here. */
const isUnheardNotice = ({ err }: Line): boolean =>
  err?.message === `fetch failed: connect ECONNREFUSED ${new URL(PUBLIC_URL).host}`;

const isNoise = (line: Line): boolean => (line.level >= ERROR && !isUnheardNotice(line)) || line.msg === UNBOUNDED;
