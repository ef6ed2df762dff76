import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { countOutcomes, countSteps } from '../../../workflows/knowledge-sync/counts';
import type { OwnedItem } from '../../../workflows/knowledge-sync/plan';
import { openBlobs } from '../../storage/blobs';
import { KnowledgeSets, type RecordedSync, SetHistories } from '../../storage/knowledge-sets';
import { Records } from '../../storage/records';
import { blobsSchema } from '../../storage/settings';
import { Keyring } from '../../temporal';
import { testGateway } from '../testing/test-gateway';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-set-routes-'));
afterAll(() => rm(folder, { recursive: true }));
let count = 0;

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
const HANDBOOK = { connection: 'main', agentId: 'agent/1 é', set: 'The handbook, 2026' };
const HASH = 'a'.repeat(22);

function open() {
	const blobs = openBlobs(blobsSchema.parse({ directory: join(folder, String((count += 1))) }));
	const sets = new KnowledgeSets(blobs.store, keyring);
	const histories = new SetHistories(blobs.store, keyring);
	return { blobs, sets, histories, gateway: () => testGateway({ blobs, keyring }) };
}

function itemOf(nth: number, more: Partial<OwnedItem> = {}): OwnedItem {
	const at = new Date(Date.UTC(2026, 0, 1, 0, nth)).toISOString();
	const name = `Question ${nth}?`;
	const owned = {
		key: `k${nth}`,
		type: 'qa',
		id: nth + 1,
		name,
		body: 'd',
		enabled: null,
		shown: null,
		begun: null,
	} as const;
	return { ...owned, replaced: [], at, ...more };
}

const moveOf = (items: OwnedItem[], isApplied = false) => {
	const task = { taskId: 'knowledge-sync/1', runId: 'r1' };
	return { items, appliedBy: isApplied ? task : null, movedBy: { ...task, move: 0 } };
};

function syncOf(nth: number, more: Partial<RecordedSync> = {}): RecordedSync {
	const at = new Date(Date.UTC(2026, 0, 2, 0, nth)).toISOString();
	return {
		taskId: `knowledge-sync/${nth}`,
		runId: 'r1',
		startedAt: at,
		endedAt: at,
		outcome: 'applied',
		planHash: HASH,
		steps: countSteps([{ kind: 'create' }]),
		counts: countOutcomes([{ outcome: 'done' }]),
		refusedRows: 0,
		manifestVersion: 1,
		settings: {
			url: 'https://shop.example.com/faq.csv',
			mode: 'mirror',
			drift: 'ask',
			existing: 'refuse',
			prove: false,
		},
		...more,
	};
}

const queryOf = (more: Record<string, string> = {}) =>
	`/v1/knowledge-sets/items?${new URLSearchParams({ ...HANDBOOK, ...more }).toString()}`;
const pageSchema = z.object({
	items: z.array(z.object({ name: z.string(), at: z.string() })),
	nextPageToken: z.string().nullable(),
});

describe('the list of sets', () => {
	it('says what each agent knows by it, when it was last in step, and what its last syncs were', async () => {
		const { sets, histories, gateway } = open();
		const pending = itemOf(9, { id: null });
		await sets.move(HANDBOOK, 0, moveOf([itemOf(0), itemOf(1, { type: 'page' }), itemOf(2), pending], true));
		await histories.add(HANDBOOK, syncOf(1));
		await histories.add(HANDBOOK, syncOf(2, { outcome: 'planned', steps: countSteps([{ kind: 'drifted' }]) }));
		const { ask } = await gateway();
		const { status, body } = await ask({ url: '/v1/knowledge-sets' });
		const newest = { taskId: 'knowledge-sync/2', outcome: 'planned', message: '1 changed by hand.', inStep: false };
		const applied = { taskId: 'knowledge-sync/1', message: '1 brought into step.', inStep: true };
		expect([status, body]).toMatchObject([
			200,
			{
				items: [
					{
						...HANDBOOK,
						version: 1,
						problem: null,
						counts: { qa: 2, text: 0, page: 1, file: 0 },
						appliedBy: 'knowledge-sync/1',
						inStepAt: syncOf(1).endedAt,
						drifted: 1,
						lastSync: newest,
						settings: { url: 'https://shop.example.com/faq.csv' },
						syncs: [newest, applied],
					},
				],
			},
		]);
	});

	it('has sets that were applied before syncs were kept, and those of which there is only a plan', async () => {
		const { sets, histories, gateway } = open();
		await sets.move(HANDBOOK, 0, moveOf([itemOf(0)]));
		await histories.add({ ...HANDBOOK, set: 'A plan' }, syncOf(1, { outcome: 'planned' }));
		const { ask } = await gateway();
		expect((await ask({ url: '/v1/knowledge-sets' })).body).toMatchObject({
			items: [
				{ set: 'A plan', version: 0, counts: { qa: 0 }, inStepAt: null, lastSync: { outcome: 'planned' } },
				{ set: HANDBOOK.set, version: 1, counts: { qa: 1 }, lastSync: null, settings: null, syncs: [], drifted: 0 },
			],
		});
		expect((await ask({ url: queryOf({ set: 'A plan' }) })).body).toEqual({ items: [], nextPageToken: null, total: 0 });
	});

	it('says of a manifest of another version why it cannot be read, and shows the other sets', async () => {
		const { blobs, sets, gateway } = open();
		await sets.move(HANDBOOK, 0, moveOf([itemOf(0)]));
		for await (const { key } of blobs.store.list('knowledge-sets/')) {
			const [, agent = '', name = ''] = key.split('/');
			const records = new Records(blobs.store, keyring, { prefix: `knowledge-sets/${agent}/`, schema: z.unknown() });
			await records.write(name, 1, { ...HANDBOOK, format: 7 });
			break;
		}
		await sets.move({ ...HANDBOOK, agentId: 'other' }, 0, moveOf([itemOf(0)]));
		const { ask } = await gateway();
		const problem = expect.stringContaining('has the form 7, and this worker reads form 1 only') as string;
		expect((await ask({ url: '/v1/knowledge-sets' })).body).toMatchObject({
			items: [
				{ ...HANDBOOK, problem, counts: null },
				{ agentId: 'other', problem: null, counts: { qa: 1 } },
			],
		});
		expect(await ask({ url: queryOf() })).toMatchObject({
			status: 409,
			body: { type: 'manifest_unreadable', detail: problem },
		});
	});
});

describe('what an agent knows by a set', () => {
	it('is listed newest first in pages that a sync in between does not mix up, and searched by name', async () => {
		const { sets, gateway } = open();
		const items = Array.from({ length: 230 }, (_, nth) => itemOf(nth, nth === 5 ? { name: 'Returns É' } : {}));
		await sets.move(HANDBOOK, 0, moveOf(items));
		const { ask } = await gateway();
		const first = pageSchema.parse((await ask({ url: queryOf() })).body);
		expect([first.items.length, first.items[0]?.name]).toEqual([100, 'Question 229?']);
		await sets.move(HANDBOOK, 1, moveOf([...items.slice(0, 229), itemOf(300)]));
		const names = first.items.map(({ name }) => name);
		for (let token = first.nextPageToken; token !== null;) {
			const page = pageSchema.parse((await ask({ url: queryOf({ pageToken: token }) })).body);
			names.push(...page.items.map(({ name }) => name));
			token = page.nextPageToken;
		}
		expect([names.length, new Set(names).size]).toEqual([230, 230]);
		expect((await ask({ url: queryOf({ search: ' returns é ' }) })).body).toMatchObject({
			items: [{ key: 'k5', id: 6, type: 'qa' }],
			total: 1,
		});
		expect((await ask({ url: queryOf({ type: 'page' }) })).body).toMatchObject({ total: 0 });
	});

	it('has only what the service has confirmed, so that each page has its place', async () => {
		const { sets, gateway } = open();
		const adopting = { at: '', isAdopting: true } as const;
		const items = Array.from({ length: 150 }, (_, nth) => itemOf(nth, nth % 3 === 0 ? adopting : {}));
		await sets.move(HANDBOOK, 0, moveOf([...items, itemOf(150, { at: '' })]));
		const { ask } = await gateway();
		const first = pageSchema.parse((await ask({ url: queryOf({ limit: '60' }) })).body);
		const second = pageSchema.parse((await ask({ url: queryOf({ pageToken: first.nextPageToken ?? '' }) })).body);
		const times = [...first.items, ...second.items].map(({ at }) => at);
		expect([first.items.length, second.items.length, second.nextPageToken]).toEqual([60, 40, null]);
		expect(times).toEqual(times.toSorted().toReversed());
		expect((await ask({ url: '/v1/knowledge-sets' })).body).toMatchObject({ items: [{ counts: { qa: 100 } }] });
	});

	it.each([
		[queryOf({ set: 'Other' }), 404, { type: 'set_not_found' }],
		[queryOf({ pageToken: 'x' }), 400, { issues: [{ path: 'pageToken' }] }],
		[queryOf({ type: 'video' }), 400, { issues: [{ path: 'type' }] }],
		['/v1/knowledge-sets/items?connection=main', 400, {}],
	])('%s is refused', async (url, status, body) => {
		const { sets, gateway } = open();
		await sets.move(HANDBOOK, 0, moveOf([itemOf(0)]));
		const { ask } = await gateway();
		expect(await ask({ url })).toMatchObject({ status, body });
	});
});
