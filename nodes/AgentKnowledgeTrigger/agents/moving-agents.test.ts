import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { Api, CallInput } from '../../AgentKnowledge/transport/api';
import type { ApiFailure as ApiFailureOfProcess } from '../../AgentKnowledge/transport/api-failure';
import type { nextItemsBy as NextItemsByOfProcess } from '../next-items';
import type { newLead as NewLeadOfProcess } from '../events/new-lead';
import type { findInAgents as FindInAgentsOfProcess } from './find-in-agents';
import type { StoredAgents } from './stored-agents';

interface Process {
	nextItemsBy: typeof NextItemsByOfProcess;
	findInAgents: typeof FindInAgentsOfProcess;
	newLead: typeof NewLeadOfProcess;
	ApiFailure: typeof ApiFailureOfProcess;
}

/** What a poll comes to: the execution ends well, or n8n is killed before or after it has saved the state. */
const FATES = ['runs', 'killed before the save', 'killed after the save'] as const;

interface Poll {
	/** Which of n8n's processes polls. */
	by: number;
	/** New leads of each agent since the poll before. */
	come: readonly number[];
	/** Agents that go, come back, or come for the first time. */
	turn: readonly number[];
	fate: (typeof FATES)[number];
	/** Requests of the poll until one gets this status, and its agent. */
	fault: { after: number; status: 404 | 429 | 500 } | null;
}

const PROCESSES = 3;
const AGENTS = ['a', 'b', 'c/ %', '4', '__proto__'];
/** The others come later. */
const FIRST = 3;
/** After a schedule, so many polls without kills: more than the time between two lists of agents. */
const QUIET = 14;
/** More than an agent's share of what a poll returns. */
const BURST = 130;
const MINUTE = 60_000;
const BEGINNING = Date.parse('2026-11-27T00:00:00Z');
const YEAR = 365 * 24 * 60 * MINUTE;

/** A process of n8n has its own copy of the node. */
async function startProcess(): Promise<Process> {
	vi.resetModules();
	const { nextItemsBy } = await import('../next-items.js');
	const { findInAgents } = await import('./find-in-agents.js');
	const { newLead } = await import('../events/new-lead.js');
	const { ApiFailure } = await import('../../AgentKnowledge/transport/api-failure.js');
	return { nextItemsBy, findInAgents, newLead, ApiFailure };
}

interface Lead {
	id: number;
	agent: string;
	capturedAt: string;
}

/** n8n's processes that poll in turn, with one state in the database, and the agents of a key that come and go. */
class World {
	private readonly running = new Map<number, Process>();
	private readonly leads = new Map(AGENTS.map((agent): [string, Lead[]] => [agent, []]));
	private readonly present = new Set(AGENTS.slice(0, FIRST));
	private made = 0;
	private requests = 0;
	private fault: Poll['fault'] = null;
	private saved = '{}';
	/** Ids of the leads that the flow has to get. */
	readonly wanted: number[] = [];
	readonly executions: Array<{ items: IDataObject[]; wasCutOff: boolean }> = [];
	readonly named = new Set<string>();
	/** The most requests of a poll. */
	most = 0;

	constructor(private readonly withExecution: boolean) {
		for (const agent of AGENTS) this.come(agent, 2, Date.now() - YEAR);
	}

	/** It goes, or comes back. */
	turn(agent: string): void {
		if (!this.present.delete(agent)) this.present.add(agent);
	}

	come(agent: string, count: number, at = Date.now()): void {
		for (let each = 0; each < count; each++) {
			const lead = { id: ++this.made, agent, capturedAt: new Date(at + each).toISOString() };
			this.leads.get(agent)?.unshift(lead);
			if (at === Date.now()) this.wanted.push(lead.id);
		}
	}

	/** @returns what the poll gave out; null if it failed, or n8n was killed before it had saved anything */
	async poll({ by, come, turn, fate, fault }: Poll): Promise<IDataObject[] | null> {
		vi.setSystemTime(Date.now() + MINUTE);
		for (const index of new Set(turn)) this.turn(AGENTS[index] ?? '');
		// Nobody talks to an agent that is not there yet.
		for (const [index, agent] of AGENTS.entries()) if (this.present.has(agent)) this.come(agent, come[index] ?? 0);
		vi.setSystemTime(Date.now() + 1_000);
		const process = this.running.get(by) ?? (await startProcess());
		this.running.set(by, process);
		this.requests = 0;
		this.fault = fault;
		const data = JSON.parse(this.saved) as IDataObject;
		const items = await this.found(process, data);
		this.most = Math.max(this.most, this.requests);
		if (fate !== 'runs') this.running.delete(by);
		if (fate === 'killed before the save' || items === null) return null;
		// n8n saves the state of a poll that gave nothing out only with durable cursors, or when a flow is published.
		if (items.length > 0 || this.withExecution || this.saved === '{}') this.saved = JSON.stringify(data);
		if (items.length > 0) this.executions.push({ items, wasCutOff: fate !== 'runs' });
		return items;
	}

	executionsOf(id: number): Array<{ wasCutOff: boolean }> {
		return this.executions.filter(({ items }) => items.some((item) => item['id'] === id));
	}

	agentOf(id: unknown): string | undefined {
		return [...this.leads.values()].flat().find((lead) => lead.id === id)?.agent;
	}

	async quiet(): Promise<void> {
		for (const agent of AGENTS) this.present.add(agent);
		const calm = { come: [], turn: [], fate: 'runs', fault: null } as const;
		for (let polls = 0, empty = 0; polls < QUIET || empty < 2; polls++) {
			const items = await this.poll({ by: polls % PROCESSES, ...calm });
			empty = items?.length === 0 ? empty + 1 : 0;
		}
	}

	private async found({ nextItemsBy, findInAgents, newLead, ApiFailure }: Process, data: IDataObject) {
		const options = { ignoredFields: [], withNew: false, isWanted: undefined, onePerPerson: false };
		const agents: Parameters<typeof findInAgents>[0] = {
			api: this.api(ApiFailure),
			chosen: 'all',
			watchOf: (api, id) => newLead.watch(api, id, options),
			report: (failed) => {
				for (const { id } of failed) this.named.add(id);
			},
		};
		const find = (memory: StoredAgents | null) => findInAgents(agents, memory);
		return await nextItemsBy(data, 'all agents', find, this.withExecution).catch((error: unknown) => {
			if (error instanceof ApiFailure) return null;
			throw error;
		});
	}

	private api(ApiFailure: Process['ApiFailure']): Api {
		const reply = (agent: unknown, limit: number, offset: number) => {
			this.requests += 1;
			if (this.fault !== null && this.requests > this.fault.after) {
				const { status } = this.fault;
				if (status !== 429) this.fault = null;
				throw refusal(ApiFailure, status);
			}
			const isThere = typeof agent === 'string' && this.present.has(agent);
			if (typeof agent === 'string' && !isThere) throw refusal(ApiFailure, 404);
			const leads = typeof agent === 'string' ? (this.leads.get(agent) ?? []) : null;
			// The specification shows no agent in every record.
			const all = leads?.map(({ id, capturedAt }) => ({ id, capturedAt })) ?? [...this.present].map((id) => ({ id }));
			return { items: all.slice(offset, offset + limit), total: all.length, limit, offset };
		};
		const call = async (_operation: string, { params, query }: CallInput = {}) =>
			await Promise.resolve().then(() => reply(params?.['id'], Number(query?.['limit']), Number(query?.['offset'])));
		// The event calls two operations, which return pages.
		return { call: call as Api['call'], wait: () => Promise.resolve() };
	}
}

function refusal(ApiFailure: Process['ApiFailure'], status: number): ApiFailureOfProcess {
	return new ApiFailure({
		operationId: 'listLeads',
		status,
		type: 'refused',
		title: 'Refused',
		detail: null,
		issues: [],
		uncertain: false,
		safety: 'read',
		retryAfterMs: null,
		waited: { times: 0, ms: 0 },
	});
}

const index = fc.nat(AGENTS.length - 1);
const polls: fc.Arbitrary<Poll[]> = fc.array(
	fc.record({
		by: fc.nat(PROCESSES - 1),
		come: fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(3) }, fc.constant(BURST)), { maxLength: AGENTS.length }),
		turn: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(index, { maxLength: 2 })),
		fate: fc.oneof({ weight: 3, arbitrary: fc.constant('runs' as const) }, fc.constantFrom(...FATES)),
		fault: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(null) },
			fc.record({ after: fc.nat(6), status: fc.constantFrom(404 as const, 429 as const, 500 as const) }),
		),
	}),
	{ maxLength: 25 },
);

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
	vi.useRealTimers();
});

async function run(withExecution: boolean, schedule: readonly Poll[]): Promise<World> {
	vi.setSystemTime(BEGINNING);
	const world = new World(withExecution);
	await world.poll({ by: 0, come: [], turn: [], fate: 'runs', fault: null });
	for (const poll of schedule) await world.poll(poll);
	await world.quiet();
	return world;
}

/** Each item names the agent that it is of. */
function misnamed(world: World): IDataObject[] {
	const all = world.executions.flatMap(({ items }) => items);
	return all.filter((item) => item['agentId'] !== world.agentOf(item['id']));
}

it('gives each lead of five agents that come and go once, whatever fails, if n8n saves the state each time', async () => {
	await fc.assert(
		fc.asyncProperty(polls, async (schedule) => {
			const world = await run(true, schedule);
			const ids = world.executions.flatMap(({ items }) => items.map((item) => Number(item['id'])));
			expect(ids.toSorted((one, other) => one - other)).toEqual(world.wanted);
			expect(misnamed(world)).toEqual([]);
			expect(world.most).toBeLessThanOrEqual(25);
		}),
		{ numRuns: 60 },
	);
});

it('gives each lead of them once or twice as the polls move, and loses only what was cut off twice', async () => {
	await fc.assert(
		fc.asyncProperty(polls, async (schedule) => {
			const world = await run(false, schedule);
			for (const id of world.wanted) {
				const all = world.executionsOf(id);
				const fewest = all.every(({ wasCutOff }) => wasCutOff) ? 2 : 1;
				expect(all.length).toBeGreaterThanOrEqual(fewest);
				expect(all.length).toBeLessThanOrEqual(2);
			}
			const wanted = new Set(world.wanted);
			const others = world.executions.flatMap(({ items }) => items.filter(({ id }) => !wanted.has(Number(id))));
			expect(others).toEqual([]);
			expect(misnamed(world)).toEqual([]);
		}),
		{ numRuns: 60 },
	);
});
