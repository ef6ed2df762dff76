import type { IDataObject } from 'n8n-workflow';
import { simplifiedTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/items/simplified-task';
import { run } from '../../support/task-nodes/engine';
import { ended, fieldsOf, FIELDS, type Waited } from '../../support/task-nodes/ended-task';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import {
	addressed,
	agents,
	exported,
	exportedConversations,
	mail,
	rejection,
	reported,
	sources,
	synced,
	trained,
} from '../../support/task-nodes/results';
import { waitingFlow } from '../../support/task-nodes/waiting-flow';

const gateway = useTaskGateway();

const FIRST = ['outcome', 'reason'];
const LAST = ['message', 'id', 'agentId', 'status', 'page', 'type', 'details'];
/** The rows of a set are items of their own. */
const isSet = (type: Waited) => type === 'knowledge-sync';

/** What a person sees in n8n's table: the columns of the type with their values, in their order. */
const ROWS: Record<Waited, { result: object; columns: IDataObject }> = {
	'email-send-with-review': {
		result: mail({ outcomes: addressed('delivered'), decisions: [{ ...rejection, action: 'approve', note: null }] }),
		columns: { decision: 'approve', by: 'ann', note: null, sessionId: 'email:1', deliveryId: 'delivery_1' },
	},
	'retrain-and-wait': {
		result: { ...trained('agent_a'), sourceChanges: { counts: { new: 4, gone: 3, changed: 2, failed: 1 } } },
		columns: {
			pagesCompleted: 3,
			pagesTotal: 3,
			pagesFailed: 0,
			canChat: true,
			newSources: 4,
			goneSources: 3,
			changedSources: 2,
			failedSources: 1,
		},
	},
	'nightly-retrain': {
		result: agents('completed', 'failed', 'not_started'),
		columns: { agents: 3, trained: 1, notTrained: 2 },
	},
	'add-sources': {
		result: sources('indexed', 'present', 'duplicate', 'refused'),
		columns: { sources: 4, added: 1, skipped: 2, notAdded: 1 },
	},
	'knowledge-sync': {
		result: synced([{ name: 'agent_a' }]),
		columns: {
			set: 'Handbook',
			added: 1,
			changed: 0,
			deleted: 0,
			unchanged: 0,
			notInStep: 0,
			planHash: 'a-plan-hash-of-22-signs',
		},
	},
	'lead-export': {
		result: exported(false, false),
		columns: { fileName: 'leads.csv', rows: 12, fileLink: expect.stringMatching(/\/v1\/x$/) as string },
	},
	'conversation-export': {
		result: exportedConversations(false, false),
		columns: {
			fileName: 'c.ndjson',
			conversations: 12,
			messages: 30,
			fileLink: expect.stringMatching(/\/v1\/x$/) as string,
		},
	},
	'bulk-action': {
		result: {
			version: 1,
			action: 'retry',
			target: 'tasks',
			counts: { done: 4, refused: 3, gone: 2, not_started: 1 },
			rows: [],
			rowsNotShown: 0,
			file: null,
		},
		columns: { done: 4, refused: 3, gone: 2, notStarted: 1 },
	},
	'for-each-connection': {
		result: {
			version: 1,
			selector: 'client',
			type: 'nightly-retrain',
			counts: { waiting: 0, running: 0, completed: 3, not_done: 2, cancelled: 0, refused: 1, left: 0 },
			rows: [],
		},
		columns: { completed: 3, notDone: 2, refused: 1 },
	},
	'weekly-report': {
		result: reported,
		columns: {
			leads: 5,
			conversations: 6,
			openQuestions: null,
			reportLink: expect.stringMatching(/\/v1\/x$/) as string,
		},
	},
};

const types = Object.keys(FIELDS) as Waited[];

describe.each(types)('an item of %s', (type) => {
	it('has what people use at the top, and all the rest below details', async () => {
		const { result, columns } = ROWS[type];
		const { done, notDone } = await ended(gateway, type, { status: 'completed', result });
		const [item] = [...done, ...notDone].map(({ json }) => json);
		const { notDownloaded: _where, ...shown } = item ?? {};
		const own = isSet(type) ? [] : ['item'];
		expect(Object.keys(shown)).toEqual([...FIRST, ...Object.keys(columns), ...LAST, ...own]);
		expect(shown).toMatchObject(columns);
		expect(nestedOf(shown)).toEqual(['details', ...own]);
		expect(repeatedIn(shown)).toEqual([]);
	});

	it('has the same columns while the node waits', async () => {
		const waiting = await whileWaiting(type, { simplify: true });
		expect(waiting).toMatchObject({ type, status: 'running', ...(isSet(type) ? {} : { item: { index: 0 } }) });
		expect(Object.keys(waiting)).toEqual(expect.arrayContaining(Object.keys(ROWS[type].columns)));
		expect(nestedOf(waiting)).toEqual(isSet(type) ? ['details'] : ['details', 'item']);
	});

	it('is the whole task while the node waits if it is not simplified', async () => {
		const waiting = await whileWaiting(type, { simplify: false });
		const [page, self] = [/^http/, /^\/v1/].map((start) => expect.stringMatching(start) as string);
		expect(waiting).toMatchObject({ type, status: 'running', result: null, links: { page, self } });
	});
});

async function whileWaiting(type: Waited, fields: { simplify: boolean }): Promise<IDataObject> {
	const flow = waitingFlow(['agent_a'], { parameters: fieldsOf(type, fields) });
	const { data } = await run(flow, gateway.credential);
	return data.resultData.runData['Task']?.[0]?.data?.['main']?.[0]?.[0]?.json ?? {};
}

it('keeps an agent whose run read no page out of the trained ones, as the gateway does', async () => {
	const result = agents('completed', 'completed');
	Object.assign(result.rows[0] ?? {}, { run: { id: 'r', pagesCompleted: 0, pagesFailed: 2 } });
	const { notDone } = await ended(gateway, 'nightly-retrain', { status: 'completed', result });
	expect(notDone[0]?.json).toMatchObject({ outcome: 'partly_failed', agents: 2, trained: 1, notTrained: 1 });
});

it('shows what has a column nowhere else by that name, even if the progress is older', () => {
	const item = simplifiedTask({
		id: 'lead-sync~1',
		type: 'lead-sync',
		progress: { message: 'Done.', upToDateAt: '2026-11-21T10:00:00Z', problem: null },
		result: { leadsSynced: 2, leadsRefused: 0, completeUntil: '2026-11-21T10:05:00Z' },
	});
	expect(item).toMatchObject({ upToDateAt: '2026-11-21T10:05:00Z', leadsSynced: 2 });
	expect(repeatedIn(item)).toEqual([]);
});

/** Columns that stand below `details` too, in the progress or the result. */
function repeatedIn({ details, ...columns }: IDataObject): string[] {
	const { progress, result } = details as { progress?: object; result?: object };
	return [...Object.keys(progress ?? {}), ...Object.keys(result ?? {})].filter((name) => name in columns);
}

function nestedOf(item: IDataObject): string[] {
	return Object.keys(item).filter((name) => typeof item[name] === 'object' && item[name] !== null);
}
