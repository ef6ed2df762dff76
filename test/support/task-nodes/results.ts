import type { TaskResult } from '../../../workflows/contracts';

/** Results of tasks, as the worker gives them. */

const AGENT = 'agent_a';

export const mail = (change: Partial<TaskResult<'email-send-with-review'>>) => ({
	version: 1,
	agentId: AGENT,
	outcome: 'sent',
	sessionId: 'email:1',
	deliveryId: 'delivery_1',
	approved: null,
	outcomes: [],
	detail: null,
	decisions: [],
	autoReplies: { asked: false, resumed: false, detail: null },
	audit: { sendRounds: 1, uncertain: false },
	...change,
});

export const addressed = (...statuses: string[]) =>
	statuses.map((status, at) => ({ address: `p${at}@client.example`, status, occurredAt: null, reason: null }));

export const rejection = {
	id: 'decision_1',
	action: 'reject' as const,
	by: 'ann',
	via: 'api' as const,
	at: '2026-11-21T10:00:00Z',
	question: 1,
	hash: 'h',
	note: 'Wrong price.',
};

type Source = TaskResult<'add-sources'>['rows'][number];
export const sources = (...statuses: Array<Source['status']>) => ({
	version: 1,
	agentId: AGENT,
	counts: countsOf(
		['indexed', 'failed', 'processing', 'gone', 'present', 'duplicate', 'refused', 'needs_person', 'not_started'],
		statuses,
	),
	stoppedBy: null,
	rows: statuses.map((status, at) => ({
		type: 'url',
		name: `https://www.example.com/${at}`,
		status,
		sourceId: null,
		before: [],
		error: null,
		audit: { postAttempts: 1, ambiguous: false, duplicates: [], audited: true },
	})),
	waitedSeconds: 1,
});

type Knowledge = TaskResult<'knowledge-sync'>;
/** One row of a set for each of these ends, in the order of the wanted rows. */
export const synced = (ends: Array<Partial<Knowledge['rows'][number]>>, more: Partial<Knowledge> = {}): Knowledge => {
	const rows = ends.map((end, at) => ({
		key: `qa question ${at}`,
		type: 'qa' as const,
		name: `Question ${at}`,
		row: at,
		step: 'create' as const,
		outcome: 'done' as const,
		id: at + 1,
		reason: null,
		proven: null,
		audit: { writes: 1, ambiguous: false, duplicates: [] },
		...end,
	}));
	const kinds = ['create', 'missing', 'update', 'replace', 'adopt', 'delete', 'forget', 'unchanged', 'drifted', 'kept'];
	const outcomes = [
		'planned',
		'done',
		'saved_not_indexed',
		'unproven',
		'failed',
		'refused',
		'waits',
		'stays',
		'needs_person',
	];
	return {
		version: 1,
		agentId: AGENT,
		set: 'Handbook',
		outcome: 'applied',
		steps: countsOf(
			[...kinds, 'conflict'],
			rows.map(({ step }) => step),
		) as Knowledge['steps'],
		counts: countsOf(
			[...outcomes, 'not_started'],
			rows.map(({ outcome }) => outcome),
		) as Knowledge['counts'],
		refusedRows: 0,
		unusable: [],
		refusedCsv: null,
		differences: null,
		export: null,
		planHash: 'a-plan-hash-of-22-signs',
		decisions: [],
		manifestVersion: 1,
		rows,
		rowsNotShown: 0,
		broken: [],
		notes: [],
		stoppedBy: null,
		waitedSeconds: 1,
		...more,
	};
};

type AgentRow = TaskResult<'nightly-retrain'>['rows'][number];
export const agents = (...statuses: Array<AgentRow['status']>) => ({
	version: 1,
	connection: 'main',
	schedule: null,
	counts: countsOf(['completed', 'failed', 'timed_out', 'cancelled', 'not_started'], statuses),
	rows: statuses.map((status, at) => ({
		agentId: `agent_${at}`,
		status,
		taskId: null,
		run: null,
		adopted: false,
		canChat: null,
		endSeen: null,
		waitedSeconds: 0,
		error: null,
	})),
});

export const exported = (...gone: boolean[]) => ({
	version: 1,
	asOf: '2026-11-21T10:00:00Z',
	period: null,
	rows: 12,
	agents: gone.map((isGone, at) => ({ agentId: `agent_${at}`, rows: 6, gone: isGone })),
	file: { name: 'leads.csv', contentType: 'text/csv', bytes: 1, sha256: 'a', link: '/v1/x', expiresAt: null },
	bucket: null,
	audit: { pages: 1, stepsBack: 0, repeats: 0, cutCells: 0 },
});

export const exportedConversations = (...gone: boolean[]): TaskResult<'conversation-export'> => ({
	version: 1,
	asOf: '2026-11-21T10:00:00Z',
	period: null,
	conversations: 12,
	messages: 30,
	agents: gone.map((isGone, at) => ({ agentId: `agent_${at}`, conversations: 6, gone: isGone })),
	missing: { deleted: 0, agent_gone: 0, refused: 0, failed: 0, no_id: 0, conversations: [] },
	file: {
		name: 'c.ndjson',
		contentType: 'application/x-ndjson',
		bytes: 1,
		sha256: 'a',
		link: '/v1/x',
		expiresAt: null,
	},
	bucket: null,
	partitions: null,
	audit: { pages: 1, transcripts: 12, stepsBack: 0, repeats: 0, undated: 0 },
});

const measured = (now: number | null) => ({ now, before: null, note: null });
const measures = {
	leads: measured(5),
	conversations: measured(6),
	openQuestions: measured(null),
	codConfirmed: measured(null),
	codSettled: measured(null),
	codRate: measured(null),
	creditsUsed: measured(null),
	failedSources: measured(0),
	failedTasks: measured(0),
};
const reportFile = { name: 'r.html', contentType: 'text/html', bytes: 1, sha256: 'a', link: '/v1/x', expiresAt: null };

/** A weekly report on one agent. */
export const reported: TaskResult<'weekly-report'> = {
	version: 1,
	connection: 'main',
	week: { firstDay: '2026-11-16', lastDay: '2026-11-22', timeZone: 'UTC', locale: 'en' },
	asOf: '2026-11-23T06:00:00Z',
	totals: measures,
	agents: [{ agentId: 'agent_a', name: null, status: 'read', measures, unrecognised: [] }],
	calls: 8,
	recipients: 0,
	file: reportFile,
	json: { ...reportFile, name: 'r.json' },
	csv: { ...reportFile, name: 'r.csv' },
};

function countsOf<Status extends string>(all: readonly Status[], found: readonly Status[]) {
	return Object.fromEntries(all.map((status) => [status, found.filter((each) => each === status).length]));
}

/** A training run that has ended. */
export function trained(agentId: string): TaskResult<'retrain-and-wait'> {
	const pages = { pagesCompleted: 3, pagesTotal: 3, pagesFailed: 0 };
	return {
		version: 1,
		agentId,
		run: { id: 'run_1', phase: 'completed', ...pages, startedAt: '2026-11-21T10:00:00Z', error: null },
		outcome: 'finished',
		adopted: false,
		canChat: true,
		waitedSeconds: 1,
		endSeen: true,
		audit: { postAttempts: 1, ambiguous: false, duplicates: [], before: null, looks: [], assumed: null },
	};
}
