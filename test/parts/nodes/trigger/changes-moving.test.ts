import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { nextItems as NextItemsOfProcess } from '../../../../nodes/AgentKnowledgeTrigger/next-items';
import { ChangingList } from './changing-list';

type NextItems = typeof NextItemsOfProcess;

/** What a poll comes to: the execution ends well, or n8n is killed before or after it has saved the state. */
const FATES = ['runs', 'killed before the save', 'killed after the save'] as const;

interface Poll {
	/** Which of n8n's processes polls. */
	by: number;
	/** Places of the records that change before it. */
	change: number[];
	fate: (typeof FATES)[number];
}

const PROCESSES = 3;
const RECORDS = 12;
/** After a schedule, so many polls without kills. */
const QUIET = 8;

const polls = fc.array(
	fc.record<Poll>({
		by: fc.nat(PROCESSES - 1),
		change: fc.array(fc.nat(RECORDS - 1), { maxLength: 4 }),
		fate: fc.oneof({ weight: 3, arbitrary: fc.constant('runs' as const) }, fc.constantFrom(...FATES)),
	}),
	{ maxLength: 25 },
);

/** A process of n8n has its own copy of the node. */
async function startProcess(): Promise<NextItems> {
	vi.resetModules();
	return (await import('../../../../nodes/AgentKnowledgeTrigger/next-items.js')).nextItems;
}

interface Given {
	changeId: unknown;
	id: string;
	from: number;
	to: number;
	wasCutOff: boolean;
}

/** @param withExecution n8n saves the state in one step with the execution, and without one too: durable cursors */
async function run(withExecution: boolean, schedule: readonly Poll[]) {
	const list = new ChangingList();
	list.come(RECORDS);
	const running = new Map<number, NextItems>();
	const given: Given[] = [];
	let saved = '{}';
	const poll = async ({ by, change, fate }: Poll): Promise<void> => {
		list.change(...change);
		const nextItems = running.get(by) ?? (await startProcess());
		running.set(by, nextItems);
		const data = JSON.parse(saved) as IDataObject;
		const items = await nextItems(data, 'a list', list.watch(), withExecution);
		if (fate !== 'runs') running.delete(by);
		if (fate === 'killed before the save') return;
		if (items.length > 0 || withExecution || saved === '{}') saved = JSON.stringify(data);
		const wasCutOff = fate !== 'runs';
		given.push(...items.map((item) => ({ changeId: item['changeId'], ...list.read(item), wasCutOff })));
	};
	const calm = { change: [], fate: 'runs' } as const;
	await poll({ by: 0, ...calm, change: [] });
	for (const each of schedule) await poll(each);
	for (let each = 0; each < QUIET; each++) await poll({ by: each % PROCESSES, ...calm, change: [] });
	return { list, given };
}

/** The versions of each record from one item to the next, which have no gap if no change was lost. */
function gaps(list: ChangingList, given: readonly Given[]): string[] {
	const last = new Map(list.records.map(({ id }) => [id, 1]));
	const wrong: string[] = [];
	for (const { id, from, to } of given) {
		if (last.get(id) !== from || to <= from) wrong.push(`${id}: ${from} to ${to} after ${last.get(id)}`);
		last.set(id, to);
	}
	return [
		...wrong,
		...list.records.filter(({ id, version }) => last.get(id) !== version).map(({ id }) => `${id} is old`),
	];
}

it('gives each change out once if n8n saves the state with the execution, whoever polls and is killed', async () => {
	await fc.assert(
		fc.asyncProperty(polls, async (schedule) => {
			const { list, given } = await run(true, schedule);
			expect(gaps(list, given)).toEqual([]);
		}),
		{ numRuns: 40 },
	);
});

it('gives each change out once or twice as its polls move, and loses only what was cut off twice', async () => {
	await fc.assert(
		fc.asyncProperty(polls, async (schedule) => {
			const { list, given } = await run(false, schedule);
			const first = given.filter(({ changeId }, at) => given.findIndex((one) => one.changeId === changeId) === at);
			expect(gaps(list, first)).toEqual([]);
			for (const { changeId } of first) {
				const all = given.filter((one) => one.changeId === changeId);
				const fewest = all.every(({ wasCutOff }) => wasCutOff) ? 2 : 1;
				expect(all.length).toBeGreaterThanOrEqual(fewest);
				expect(all.length).toBeLessThanOrEqual(2);
			}
		}),
		{ numRuns: 40 },
	);
});
