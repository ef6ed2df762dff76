import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BegunSteps, EndedSteps, PlanAt } from '../../../workflows/knowledge-sync/activities';
import type { ShownItem } from '../../../workflows/knowledge-sync/plan';
import { overtakenEnd } from '../../../workflows/knowledge-sync/send-call';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { KnowledgeSets } from '../../storage/knowledge-sets';
import { Keyring } from '../../temporal';
import type { PlannedRow } from './make-plan';
import { beginSteps, endSteps, releaseSet } from './move-manifest';
import { planSet } from './plan-set';
import { StoredParts } from './stored-parts';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-two-sets-'));
afterAll(() => rm(folder, { recursive: true }));
const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });

let count = 0;
let store: DirectoryStore;
let sets: KnowledgeSets;
beforeEach(() => {
	store = new DirectoryStore(join(folder, String((count += 1))));
	sets = new KnowledgeSets(store, keyring, (connection) => (connection === 'elsewhere' ? [] : ['main', 'second-key']));
});

const pair = (name: string, body: string): PlannedRow => ({ key: name, type: 'qa', name, body });
const shownPair = (id: number, name: string, body: string): ShownItem => ({
	type: 'qa',
	id,
	name,
	body,
	enabled: true,
	isFailed: false,
	isMedia: false,
});

/** A task that applies one set. Both have read the same list. */
class Applying {
	readonly of: { connection: string; agentId: string; set: string };
	readonly #parts: StoredParts;
	readonly #items = { from: 0, to: 1, attempts: {} };
	#plan: PlanAt | null = null;
	#version = 0;
	#moves = 0;

	readonly #taskId: string;

	constructor(set: string, connection = 'main') {
		this.of = { connection, agentId: 'one', set };
		this.#taskId = `task-${connection}-${set}`;
		this.#parts = new StoredParts(store, this.#taskId, 'run');
	}

	async plan(rows: readonly PlannedRow[], shown: readonly ShownItem[]) {
		const stored = rows.map((planned) => ({
			row: { type: 'qa', question: planned.name, answer: planned.body },
			planned,
		}));
		await this.#parts.writeAll('rows', 0, 1, stored);
		await this.#parts.write(
			'items',
			0,
			1,
			shown.map((item) => ({ ...item, excerpt: null })),
		);
		const planned = await planSet(
			{
				of: this.of,
				policy: { mode: 'mirror', drift: 'ask', existing: 'adopt', emptyOnPurpose: false },
				rows: { attempt: 1, rows: rows.length, refused: 0, broken: [] },
				items: this.#items,
				texts: null,
				round: 0,
				ends: [],
				decision: null,
				run: 'run',
			},
			{ ...this.#given, isRunning: () => Promise.resolve(true) },
		);
		this.#plan = { round: 0, attempt: 1, steps: rows.length, run: 'run' };
		return planned.steps;
	}

	async begin(): Promise<BegunSteps> {
		const begun = await beginSteps({ ...this.#move(), plan: this.#at, items: this.#items }, this.#given);
		this.#version = begun.manifestVersion;
		return begun;
	}

	async giveUp(indexes: readonly number[]): Promise<EndedSteps> {
		const ends = indexes.map(overtakenEnd);
		return endSteps({ ...this.#move(), plan: this.#at, part: 0, ends }, this.#given);
	}

	async release(): Promise<void> {
		await releaseSet({ ...this.#move(), run: 'run' }, this.#given);
	}

	async owned(): Promise<Array<string | number | null>> {
		return ((await sets.read(this.of)).manifest?.items ?? []).map(({ id, name }) => id ?? name);
	}

	get #at(): PlanAt {
		if (this.#plan === null) throw new Error('There is no plan.');
		return this.#plan;
	}

	get #given() {
		return { sets, parts: this.#parts, attempt: 1, taskId: this.#taskId };
	}

	#move() {
		this.#moves += 1;
		return { of: this.of, manifestVersion: this.#version, move: this.#moves };
	}
}

describe.each([['faq'], ['other']])('of an agent that two connections reach, a set named %s of the second', (set) => {
	const shown = [shownPair(1, 'Open?', 'Yes')];

	it('does not adopt what a set of the first owns, and the first deletes nothing of it', async () => {
		const first = new Applying('faq');
		expect(await first.plan([pair('Open?', 'Yes')], shown)).toMatchObject({ adopt: 1 });
		await first.begin();
		await first.release();
		const second = new Applying(set, 'second-key');
		expect(await second.plan([pair('Open?', 'Yes')], shown)).toMatchObject({ conflict: 1, adopt: 0 });
		// The other way round, too: each sees the other.
		const third = new Applying('third', 'second-key');
		const both = [...shown, shownPair(2, 'Closed?', 'No')];
		expect(await third.plan([pair('Closed?', 'No')], both)).toMatchObject({ adopt: 1 });
		await third.begin();
		expect(await new Applying('mine').plan([pair('Closed?', 'No')], both)).toMatchObject({ conflict: 1 });
	});

	it('is free to adopt it where the agent of this id is another one', async () => {
		const first = new Applying('faq');
		await first.plan([pair('Open?', 'Yes')], shown);
		await first.begin();
		const elsewhere = new Applying(set, 'elsewhere');
		expect(await elsewhere.plan([pair('Open?', 'Yes')], shown)).toMatchObject({ adopt: 1 });
	});
});

describe.each([
	['adopt an item as it is', 'adopt', [shownPair(1, 'Open?', 'Yes')]],
	['adopt an item and change it', 'adopt', [shownPair(1, 'Open?', 'No')]],
	['add an item of the same name', 'create', []],
] as const)('of two sets that %s', (_, kind, shown) => {
	it('one gets it, though both had their plans before', async () => {
		const [one, other] = [new Applying('one'), new Applying('other')];
		for (const task of [one, other])
			expect(await task.plan([pair('Open?', 'Yes')], shown)).toMatchObject({ [kind]: 1 });
		expect(await one.begin()).toMatchObject({ overtaken: [] });
		expect(await other.begin()).toMatchObject({ overtaken: [0] });
		await other.giveUp([0]);
		expect([(await one.owned()).length, await other.owned()]).toEqual([1, []]);
		// And from then on the plan says so.
		const third = new Applying('third');
		expect(await third.plan([pair('Open?', 'Yes')], shown)).toMatchObject({ conflict: 1 });
	});
});

describe('an item that a set was about to take over', () => {
	const shown = [shownPair(1, 'Open?', 'No')];
	const begun = async () => {
		const task = new Applying('one');
		await task.plan([pair('Open?', 'Yes')], shown);
		await task.begin();
		return task;
	};

	it("is nobody's once the task has ended before its turn", async () => {
		const task = await begun();
		expect(await task.owned()).toEqual([1]);
		await task.release();
		expect(await task.owned()).toEqual([]);
		expect(await new Applying('other').plan([pair('Open?', 'Yes')], shown)).toMatchObject({ adopt: 1 });
	});

	it('is not deleted by a later sync, also if the task could not note its end', async () => {
		await begun();
		const later = await new Applying('one').plan([pair('Other?', 'Yes')], shown);
		expect(later).toMatchObject({ create: 1, delete: 0, drifted: 0 });
	});
});

it('does not add again what another set has added since the list was read', async () => {
	const [one, other] = [new Applying('one'), new Applying('other')];
	await one.plan([pair('Open?', 'Yes')], [shownPair(1, 'Open?', 'Yes')]);
	await one.begin();
	expect(await other.plan([pair('Open?', 'Yes')], [])).toMatchObject({ conflict: 1, create: 0 });
});

it('sees nothing of others in its own items', async () => {
	const task = new Applying('one');
	await task.plan([pair('a?', 'Yes'), pair('b?', 'Yes')], [shownPair(1, 'a?', 'Yes')]);
	expect(await task.begin()).toMatchObject({ overtaken: [], holds: true });
	expect(await task.owned()).toEqual(['b?', 1]);
});
