import { LRUCache } from 'lru-cache';
import { within } from '../../api';
import { TASK_TYPES } from '../../workflows/contracts';
import type { AgentList, Connection } from '../connections';
import { definitions } from './definitions';
import type { ScheduleService } from './schedules';
import type { Named } from './task-service';

/** A list is there without the names of agents, if they cannot be read in this time. The next read has them. In ms. */
const WITHIN_MS = 1_500;
/** Lists of agents that are read of one connection, of 460 agents each. */
const MOST_LISTS = 3;
const SCHEDULES_KNOWN_MS = 30_000;
/** A page with a search reads again and again, and each list is some calls with the key. Names rarely change. In ms. */
const AGENTS_KNOWN_MS = 5 * 60_000;
const UNREADABLE_MS = 30_000;
const UNREADABLE: readonly AgentSummary[] = [];
/** A thousand connections are more than one gateway has. */
const MOST_CONNECTIONS = 1_000;

type AgentSummary = AgentList['agents'][number];
type NamedConnection = Pick<Connection, 'name' | 'agents'>;

export interface NameSources {
	connections: { list(): readonly NamedConnection[] };
	schedules: Pick<ScheduleService, 'list'>;
}

export interface NameQuestion {
	/** A part of a name, in any case. */
	text: string;
	/** Only the agents of this connection. Default: of all connections. */
	connection?: string | undefined;
	/** Only these connections. Default: all. */
	within?: readonly string[] | undefined;
	/** Whose share of the key's limit the reads use. Null: the start of a task, which may use the whole key. */
	caller: string | null;
	/** How long it waits for the names of agents and schedules. Default: as long as a list may take */
	patienceMs?: number;
}

/** Finds what a part of a name means: types of tasks, connections, agents by name or id, and schedules. */
export class NameSearch {
	readonly #agents = new LRUCache<string, Promise<readonly AgentSummary[]> | readonly AgentSummary[]>({
		max: MOST_CONNECTIONS,
		ttl: AGENTS_KNOWN_MS,
	});
	readonly #schedules = new LRUCache<'all', readonly string[]>({ max: 1, ttl: SCHEDULES_KNOWN_MS });

	constructor(private readonly sources: NameSources) {}

	async find({ text, connection, within, caller, patienceMs = WITHIN_MS }: NameQuestion): Promise<Named> {
		const wanted = text.toLowerCase();
		const has = (name: string) => name.toLowerCase().includes(wanted);
		const all = this.sources.connections.list();
		const connections = within === undefined ? all : all.filter(({ name }) => within.includes(name));
		const asked = connections.filter(({ name }) => connection === undefined || name === connection);
		const [schedules, ...agents] = await Promise.all([
			inTime(patienceMs, this.#scheduleIds()),
			...asked.map((each) => inTime(patienceMs, this.#agentsOf(each, caller))),
		]);
		return {
			types: TASK_TYPES.filter((type) => has(definitions[type].title)),
			connections: connections.map(({ name }) => name).filter(has),
			agents: [
				...new Set(
					agents
						.flat()
						.filter(({ id, name }) => has(id) || has(name))
						.map(({ id }) => id),
				),
			],
			schedules: schedules.filter(has),
		};
	}

	/** A list that is read while nobody waits for it any more is there for the next search. */
	async #agentsOf(connection: NamedConnection, caller: string | null): Promise<readonly AgentSummary[]> {
		const known = this.#agents.get(connection.name);
		if (known !== undefined) return known;
		const reading = readAgents(connection, caller).catch(() => {
			this.#agents.set(connection.name, UNREADABLE, { ttl: UNREADABLE_MS });
			return UNREADABLE;
		});
		this.#agents.set(connection.name, reading);
		return reading;
	}

	async #scheduleIds(): Promise<readonly string[]> {
		const known = this.#schedules.get('all');
		if (known !== undefined) return known;
		const ids = (await this.sources.schedules.list()).map(({ id }) => id);
		this.#schedules.set('all', ids);
		return ids;
	}
}

async function readAgents(connection: Pick<Connection, 'agents'>, caller: string | null): Promise<AgentSummary[]> {
	const found: AgentSummary[] = [];
	let offset: number | null = 0;
	for (let list = 0; list < MOST_LISTS && offset !== null; list += 1) {
		const page: AgentList = await connection.agents({ offset, caller });
		found.push(...page.agents);
		offset = page.nextOffset;
	}
	return found;
}

/** Nothing if it takes too long or is refused: the beginnings of ids and agents are found without it. */
async function inTime<Item>(patienceMs: number, read: Promise<readonly Item[]>): Promise<readonly Item[]> {
	return (await within(patienceMs, read).catch(() => null)) ?? [];
}
