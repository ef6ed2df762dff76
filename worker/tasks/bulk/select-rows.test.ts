import { type BulkSelection, bulkSelectionSchema } from '../../../workflows/bulk-action/contract';
import type { ListTasks } from '../task-service';
import type { TaskView } from '../task-view';
import { selectRows } from './select-rows';

function view(id: string, more: Partial<TaskView> = {}): TaskView {
	return {
		id,
		type: 'retrain-and-wait',
		connection: 'main',
		agentId: 'a',
		status: 'failed',
		stage: 'failed',
		progress: null,
		startedAt: '2026-11-20T00:00:00Z',
		closedAt: '2026-11-20T00:01:00Z',
		result: null,
		error: null,
		...more,
	};
}

/** The bulk action that selects. */
const ITSELF = 'bulk-action~itself';

/** @param pages what each walk over the list finds */
async function selected(
	pages: TaskView[][],
	typed: Partial<BulkSelection>,
	allowed: string[] | null = null,
	most = 10,
) {
	const asked: ListTasks[] = [];
	const read: string[] = [];
	const walks = pages.values();
	let last: TaskView[] = [];
	const tasks = {
		list: async (query: ListTasks) => {
			asked.push(query);
			last = walks.next().value ?? last;
			return Promise.resolve({ items: last, nextPageToken: null });
		},
		get: async (id: string) => {
			read.push(id);
			const error = {
				type: id.endsWith('1') ? 'agent_not_found' : 'timed_out',
				title: '',
				status: 404,
				detail: '',
				issues: [],
			};
			return Promise.resolve(view(id, { error }));
		},
	};
	const services = {
		tasks,
		schedules: { list: async () => Promise.resolve([]) },
		connections: { matching: () => ['main', 'other'] },
		names: { find: async () => Promise.resolve({ types: [], connections: [], agents: ['named'], schedules: [] }) },
	};
	const chosen = bulkSelectionSchema.parse({ action: 'retry', all: true, ...typed });
	const { rows, isWhole } = await selectRows(services, { chosen, allowed, most, caller: null, except: ITSELF });
	return { rows, isWhole, asked, read };
}

test('the list is read until it shows nothing new, because it lags behind', async () => {
	const [one, two] = [view('retrain-and-wait~1'), view('retrain-and-wait~2')];
	const { rows, asked } = await selected([[one], [one, two], [two]], {});
	expect(rows.map(({ row }) => row.id)).toEqual([one.id, two.id]);
	expect(asked).toHaveLength(3);
});

test('a task that another row starts again is not started by itself', async () => {
	const parent = view('nightly-retrain~n', { type: 'nightly-retrain', agentId: null });
	const { rows } = await selected([[view('nightly-retrain~n~agent'), parent]], {});
	expect(rows.map(({ row, refusal }) => [row.startedBy, refusal?.type])).toEqual([
		[parent.id, 'retried_with_parent'],
		[undefined, undefined],
	]);
});

test('a task whose parent may not be retried is retried by itself', async () => {
	const parent = view('nightly-retrain~n', { type: 'nightly-retrain', agentId: null, ending: 'needs_person' });
	const { rows } = await selected([[view('nightly-retrain~n~agent'), parent]], {});
	expect(rows.map(({ row, refusal }) => [row.startedBy, refusal?.type])).toEqual([
		[undefined, undefined],
		[undefined, 'needs_person'],
	]);
});

test.each<[Partial<TaskView>, string]>([
	[{ type: 'email-send-with-review' }, 'retry_refused'],
	[{ type: 'add-sources' }, 'retry_refused'],
	[{ ending: 'needs_person' }, 'needs_person'],
	[{ status: 'running' }, 'task_running'],
	[{ status: 'completed' }, 'task_completed'],
	[{ type: 'bulk-action' }, 'retry_refused'],
])('%j may not be retried', async (more, reason) => {
	const { rows } = await selected([[view('x~1', more)]], {});
	expect(rows[0]?.refusal?.type).toBe(reason);
});

test.each<[Partial<BulkSelection>, Partial<TaskView>, string]>([
	[{ action: 'cancel' }, { status: 'completed' }, 'there is nothing to cancel'],
	[{ action: 'resend' }, { status: 'running' }, 'publishes its events by itself when it ends'],
	[{ action: 'retry-failed-items' }, { type: 'retrain-and-wait' }, 'If it failed, retry the whole task'],
	[{ action: 'retry-failed-items' }, { type: 'email-send-with-review' }, 'could send it twice'],
])('%j of %j says what can be done', async (chosen, more, words) => {
	const { rows } = await selected([[view('x~1', more)]], chosen);
	expect(rows[0]?.refusal?.detail).toContain(words);
});

test('a caller sees only its own connections, also by a selector', async () => {
	const { asked } = await selected([[]], { selector: 'client', all: false }, ['other', 'third']);
	expect(asked[0]?.within).toEqual(['other']);
	const { asked: none, rows } = await selected([[view('x~1')]], { connection: 'main' }, ['other']);
	expect([none, rows]).toEqual([[], []]);
});

test('the type of an error is found, and each task is read once for it', async () => {
	const [one, two] = [view('retrain-and-wait~1'), view('retrain-and-wait~2')];
	const { rows, read, asked } = await selected([[one, two]], { error: 'agent_not_found', all: false });
	expect(rows.map(({ row }) => row.id)).toEqual([one.id]);
	expect([read, asked.length]).toEqual([[one.id, two.id], 2]);
});

test('more rows than one bulk action takes are said to be more', async () => {
	const many = Array.from({ length: 11 }, (_, number) => view(`retrain-and-wait~${number}`));
	expect(await selected([many], {})).toMatchObject({ isWhole: false, rows: { length: 10 } });
});

test('a cancellation stops no sync, unless its type is named, and says so for each', async () => {
	const running = { status: 'running', closedAt: null } as const;
	const each = { ...running, type: 'for-each-connection', agentId: null, connection: '' } as const;
	const sync = view('lead-sync~1', { ...running, type: 'lead-sync' });
	const [nights, syncs] = [view('a~1', { ...each, stage: 'running' }), view('a~2', { ...each, stage: 'syncing' })];
	const refused = ({ rows }: Awaited<ReturnType<typeof selected>>) =>
		rows.map(({ row, refusal }) => [row.id, row.type, row.spared, refusal?.type]);
	expect(refused(await selected([[sync, nights, syncs]], { action: 'cancel' }))).toEqual([
		[sync.id, null, 'lead-sync', 'sync_not_named'],
		[nights.id, 'for-each-connection', undefined, undefined],
		[syncs.id, null, 'for-each-connection', 'sync_not_named'],
	]);
	expect(refused(await selected([[sync]], { action: 'cancel', type: 'lead-sync' }))).toEqual([
		[sync.id, 'lead-sync', undefined, undefined],
	]);
	expect(refused(await selected([[syncs]], { action: 'cancel', type: 'for-each-connection' }))).toEqual([
		[syncs.id, 'for-each-connection', undefined, undefined],
	]);
});

test('a bulk action asks the list for what its filters say, and for a state if none says one', async () => {
	const cases: Array<[Partial<BulkSelection>, Partial<ListTasks>]> = [
		[{ action: 'retry' }, { statuses: ['failed', 'timed_out'] }],
		[{ action: 'retry', ended: true }, { ended: true }],
		[{ action: 'retry', needsAttention: true }, { needsAttention: true }],
		[{ action: 'retry', status: 'cancelled' }, { status: 'cancelled' }],
		[{ action: 'retry-failed-items' }, { needsAttention: true }],
		[{ action: 'retry-failed-items', status: 'completed' }, { status: 'completed' }],
		[
			{ action: 'retry-failed-items', needsAttention: false },
			{ ended: true, needsAttention: false },
		],
		[
			{ action: 'resend', parent: 'a~1' },
			{ ended: true, parent: 'a~1' },
		],
		[
			{ action: 'cancel', waitsForPerson: false },
			{ status: 'running', waitsForPerson: false },
		],
		[{ action: 'cancel', waitsForPerson: true }, { waitsForPerson: true }],
		[
			{ action: 'pause', target: 'syncs', ended: false },
			{ types: ['conversation-sync', 'lead-sync'], ended: false },
		],
		[
			{ action: 'pause', target: 'syncs', type: 'lead-sync' },
			{ types: ['lead-sync'], status: 'running' },
		],
	];
	const asked = await Promise.all(cases.map(async ([chosen]) => (await selected([[]], chosen)).asked[0] ?? {}));
	const given = asked.map(({ limit: _limit, reasons: _reasons, types, ...query }) => ({
		...query,
		...(types === undefined ? {} : { types: types.toSorted() }),
	}));
	expect(given).toEqual(cases.map(([, query]) => query));
	const [search] = (await selected([[]], { search: 'shop' })).asked;
	expect(search).toMatchObject({ search: 'shop', named: { agents: ['named'] } });
});

test('a bulk action is no row of its own', async () => {
	const [one, itself] = [view('retrain-and-wait~1'), view(ITSELF, { type: 'bulk-action', status: 'running' })];
	const { rows } = await selected([[one, itself]], { ended: true });
	expect(rows.map(({ row }) => row.id)).toEqual([one.id]);
});
