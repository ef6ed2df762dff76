import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { nextItems as NextItemsOfProcess } from './next-items';
import { newestFirst } from './watch/newest-first';

type NextItems = typeof NextItemsOfProcess;

/** What a poll comes to: the execution ends well, or n8n is killed before or after it has saved the state. */
const FATES = ['runs', 'killed before the save', 'killed after the save'] as const;

interface Poll {
	/** Which of n8n's processes polls. */
	by: number;
	/** New items since the poll before. */
	come: number;
	fate: (typeof FATES)[number];
}

const PROCESSES = 3;
/** After a schedule, so many polls without kills. */
const QUIET = 8;

/** A process of n8n has its own copy of the node. */
async function startProcess(): Promise<NextItems> {
	vi.resetModules();
	return (await import('./next-items.js')).nextItems;
}

/** n8n's processes that poll one list in turn, with one state in the database. */
class Processes {
	private readonly running = new Map<number, NextItems>();
	private readonly list: Array<{ id: number; createdAt: string }> = [];
	private saved = '{}';
	/** The ids that each execution had that was saved with the state. */
	readonly executions: Array<{ ids: number[]; wasCutOff: boolean }> = [];

	/** @param withExecution the state is saved in one step with the execution, and without one too: durable cursors */
	constructor(private readonly withExecution: boolean) {}

	get made(): number[] {
		return this.list.map(({ id }) => id).reverse();
	}

	come(count: number): void {
		for (let each = 0; each < count; each++) {
			const id = this.list.length + 1;
			this.list.unshift({ id, createdAt: new Date(1_700_000_000_000 + id * 1_000).toISOString() });
		}
	}

	async poll({ by, come, fate }: Poll): Promise<number[]> {
		this.come(come);
		const nextItems = this.running.get(by) ?? (await startProcess());
		this.running.set(by, nextItems);
		const data = JSON.parse(this.saved) as IDataObject;
		const watch = newestFirst(({ limit, offset }) =>
			Promise.resolve({ items: this.list.slice(offset, offset + limit), total: this.list.length, limit }),
		);
		const items = await nextItems(data, 'a list', watch, this.withExecution);
		const ids = items.map(({ id }) => Number(id));
		if (fate !== 'runs') this.running.delete(by);
		if (fate === 'killed before the save') return [];
		// n8n saves the state of a poll that gave nothing out only with durable cursors, or when a flow is published.
		if (ids.length > 0 || this.withExecution || this.saved === '{}') this.saved = JSON.stringify(data);
		if (ids.length > 0) this.executions.push({ ids, wasCutOff: fate !== 'runs' });
		return ids;
	}

	executionsOf(id: number): Array<{ wasCutOff: boolean }> {
		return this.executions.filter(({ ids }) => ids.includes(id));
	}
}

const polls = fc.array(
	fc.record({
		by: fc.nat(PROCESSES - 1),
		come: fc.nat(3),
		fate: fc.oneof({ weight: 3, arbitrary: fc.constant('runs' as const) }, fc.constantFrom(...FATES)),
	}),
	{ maxLength: 25 },
);

async function run(withExecution: boolean, schedule: readonly Poll[]): Promise<Processes> {
	const processes = new Processes(withExecution);
	await processes.poll({ by: 0, come: 2, fate: 'runs' });
	for (const poll of schedule) {
		const before = new Set(processes.executions.flatMap(({ ids }) => ids));
		const ids = await processes.poll(poll);
		if (poll.fate === 'killed before the save') continue;
		const unseen = processes.made.filter((id) => id > 2 && !before.has(id));
		expect(unseen.filter((id) => !ids.includes(id))).toEqual([]);
	}
	for (let each = 0; each < QUIET; each++) await processes.poll({ by: each % PROCESSES, come: 0, fate: 'runs' });
	return processes;
}

it('gives each item out once or twice as its polls move, sees news at each, and loses only what was cut off twice', async () => {
	await fc.assert(
		fc.asyncProperty(polls, async (schedule) => {
			const processes = await run(false, schedule);
			for (const id of processes.made.filter((each) => each > 2)) {
				const all = processes.executionsOf(id);
				const fewest = all.every(({ wasCutOff }) => wasCutOff) ? 2 : 1;
				expect(all.length).toBeGreaterThanOrEqual(fewest);
				expect(all.length).toBeLessThanOrEqual(2);
			}
			expect(processes.executionsOf(1)).toEqual([]);
		}),
		{ numRuns: 40 },
	);
});

it('gives each item out once if n8n saves the state with the execution, whoever polls and is killed', async () => {
	await fc.assert(
		fc.asyncProperty(polls, async (schedule) => {
			const processes = await run(true, schedule);
			expect(processes.executions.flatMap(({ ids }) => ids)).toEqual(processes.made.slice(2));
		}),
		{ numRuns: 40 },
	);
});

it('gives twenty items to two processes that poll in turn, each at the next poll', async () => {
	const processes = new Processes(false);
	await processes.poll({ by: 0, come: 0, fate: 'runs' });
	for (let each = 1; each <= 20; each++) {
		const ids = await processes.poll({ by: each % 2, come: 1, fate: 'runs' });
		expect(ids.at(-1)).toBe(each);
	}
	expect(processes.made.filter((id) => processes.executionsOf(id).length > 2)).toEqual([]);
});
